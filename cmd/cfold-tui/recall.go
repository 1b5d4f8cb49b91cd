package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"cfold/engine/recall"
	"cfold/engine/text"
)

func (a *app) recallCommand() *cobra.Command {
	var o recall.Options
	c := &cobra.Command{
		Use: "recall CODE…", Short: "Print the original of a folded block", Args: needs("CODE", 1<<20),
		Long: `Prints the original behind a fold code, which may be typed bare, as #code or as the
whole tag. What is served is limited as it is for the model, unless --full is given.
--grep and --lines read the tool's full output where that file still exists.`,
		Example: "  cfold-tui recall 3fk2p9 --grep error\n  cfold-tui recall '{#3fk2p9 FOLDED}' --lines 10-40",
		RunE:    func(_ *cobra.Command, codes []string) error { return a.recall(codes, o) },
	}
	f := c.Flags()
	f.StringVar(&o.Grep, "grep", "", "only lines that hold `term`, in any case")
	f.StringVar(&o.Lines, "lines", "", "only lines `a-b`, counted from 1")
	f.BoolVar(&o.Full, "full", false, "without limits")
	return c
}

func (a *app) recall(codes []string, o recall.Options) error {
	w, err := a.read("")
	if err != nil {
		return err
	}
	defer w.Close()
	source, err := w.source()
	if err != nil {
		return err
	}
	var failed error
	for _, code := range codes {
		answer, err := source.Recall(code, o)
		if err != nil && !recall.IsFailure(err) {
			return err
		}
		if err != nil {
			failed = err
		}
		if a.json {
			reply := recall.Reply{Code: code, Options: o, Answer: answer, Err: err}
			if err := a.lines().Line(reply.AppendJSON(nil)); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("%w; list the codes with: cfold-tui blocks", err)
		}
		if answer.Note != "" {
			a.note("%s", answer.Note)
		}
		a.exact(text.UTF8(answer.Text))
	}
	if failed != nil {
		return errSaid
	}
	return nil
}

func (a *app) searchCommand() *cobra.Command {
	var full bool
	c := &cobra.Command{
		Use: "search TERM", Short: "Search everything that is folded", Args: needs("TERM", 1),
		RunE: func(_ *cobra.Command, args []string) error { return a.search(args[0], full) },
	}
	c.Flags().BoolVar(&full, "full", false, "without limits")
	return c
}

func (a *app) search(term string, full bool) error {
	w, err := a.read("")
	if err != nil {
		return err
	}
	defer w.Close()
	source, err := w.source()
	if err != nil {
		return err
	}
	found, err := source.Search(term, full)
	if err != nil {
		return err
	}
	if a.json {
		return a.lines().Line(found.AppendJSON(nil))
	}
	for _, hit := range found.Hits {
		for _, line := range hit.Lines {
			a.print("#%s %s", hit.Code, line)
		}
	}
	if found.Capped {
		a.note("the search stopped at its limit after %d blocks; --full lifts it", found.Scanned)
	} else if len(found.Hits) == 0 {
		a.note("nothing found in %d folded blocks", found.Scanned)
	}
	return nil
}
