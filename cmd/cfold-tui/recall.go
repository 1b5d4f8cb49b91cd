package main

import (
	"strings"

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
	failed := false
	for _, code := range codes {
		answer, err := source.Recall(code, o)
		if err != nil && !recall.IsFailure(err) {
			return err
		}
		failed = failed || err != nil
		switch {
		case a.json:
			reply := recall.Reply{Code: code, Options: o, Answer: answer, Err: err}
			if err := a.lines().Line(reply.AppendJSON(nil)); err != nil {
				return err
			}
		case err != nil:
			a.note("%v; list the codes with: cfold-tui blocks", err)
		default:
			a.printRecalled(answer, o, len(codes) > 1)
		}
	}
	if failed {
		return errSaid
	}
	return nil
}

// printRecalled prints an original: alone its exact text, as one of several under a
// line with its code, from which the next one is told.
func (a *app) printRecalled(answer recall.Answer, o recall.Options, several bool) {
	if answer.Note != "" {
		a.note("#%s: %s", answer.Code, answer.Note)
	}
	if answer.Text == "" && (o.Grep != "" || o.Lines != "") {
		a.note("#%s: nothing matches", answer.Code)
	}
	body := text.UTF8(answer.Text)
	if several {
		a.print("==> #%s <==", answer.Code)
		if body != "" && !strings.HasSuffix(body, "\n") {
			body += "\n"
		}
	}
	a.exact(body)
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
