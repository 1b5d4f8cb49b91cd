package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cfold/cmd/cfold-tui/shape"
	"cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/tui/format"
	"cfold/tui/gauge"
	"cfold/tui/pane"
	"cfold/watch/feed"
	"cfold/watch/host"
)

// statusFlags choose the form of status.
type statusFlags struct{ line, watch bool }

func (a *app) statusCommand() *cobra.Command {
	var f statusFlags
	c := &cobra.Command{
		Use: "status", Short: "Print where a session stands: gauge, layers, cache and advisories", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error { return a.status(c.Context(), f) },
	}
	c.Flags().BoolVar(&f.line, "line", false, "one line, for a status bar")
	c.Flags().BoolVar(&f.watch, "watch", false, "print again whenever it changes, until interrupted")
	return c
}

func (a *app) status(ctx context.Context, f statusFlags) error {
	if f.watch {
		return a.watchStatus(ctx, f)
	}
	u, err := a.load("")
	if err != nil {
		return err
	}
	defer u.Close()
	return a.printStatus(u, f)
}

func (a *app) watchStatus(ctx context.Context, f statusFlags) error {
	info, err := a.find("")
	if err != nil {
		return err
	}
	following := feed.Start(ctx, a.options(info.Path))
	last := ""
	for u := range following.Updates() {
		for _, n := range u.Notices {
			a.note("%s", n.Text)
		}
		if u.Snapshot == nil || u.Snapshot.Foreign() { // a notice says so
			continue
		}
		// The clock alone is no change.
		now := fmt.Sprintf("%+v", shape.StatusOf(u).Gauge) + statusLine(u) + fmt.Sprint(u.Phase, piText(u), u.Snapshot.Updated)
		if now == last {
			continue
		}
		last = now
		if err := a.printStatus(u, f); err != nil {
			return err
		}
		if err := a.buffered.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printStatus(u feed.Update, f statusFlags) error {
	switch {
	case a.json:
		v := shape.StatusOf(u)
		v.Notices = a.taken()
		return a.lines().Write(v)
	case f.line:
		a.print("%s", statusLine(u))
	default:
		a.statusText(u)
		if f.watch {
			a.print("")
		}
	}
	return nil
}

// statusLine is a session in one line.
func statusLine(u feed.Update) string {
	s := u.Snapshot
	line := usageText(s) + " · " + gaugeText(u) + " · " + foldedText(s)
	if r := s.Figures.HitRatio; r != nil {
		line += " · cache " + format.Percent(*r)
	}
	if n := s.Figures.FoldNetTokens; n != nil {
		line += " · net " + format.Signed(*n)
	}
	return line
}

// usageText is the usage as Pi reports it.
func usageText(s *live.Snapshot) string {
	switch {
	case !s.Usage.Known:
		return "not measured yet"
	case s.Window == 0:
		return format.InTokens(s.Usage.Tokens)
	}
	return format.Percent(float64(s.Usage.Tokens) / float64(s.Window))
}

// gaugeText is what binds the next fold.
func gaugeText(u feed.Update) string {
	return gauge.Next(&pane.Scene{Snapshot: u.Snapshot, Settings: u.Settings, Linked: u.Link != nil, Stopped: u.Stopped()}).Text
}

// foldedText is what is folded and held.
func foldedText(s *live.Snapshot) string {
	return fmt.Sprintf("%s · %d folded · %d held · ~%s masked",
		format.Count(len(s.Layers), "layer"), s.FoldedCount, s.HeldCount, format.Tokens(s.Masked))
}

// statusText prints a session in full.
func (a *app) statusText(u feed.Update) {
	s := u.Snapshot
	a.print("%s", s.Title())
	a.print("session   %s  %s", s.Header.ID, u.Path)
	a.print("pi        %s in %s", piText(u), s.Header.CWD)
	a.print("model     %s · window %s%s", modelText(s), windowText(s.Window), sourceText(s))
	usage := usageText(s)
	if s.Usage.Known && s.Window > 0 {
		usage += fmt.Sprintf(" (%s of %s)", format.Tokens(s.Usage.Tokens), format.InTokens(s.Window))
	}
	a.print("usage     %s · %s", usage, gaugeText(u))
	a.print("ladder    state %s · %s · step %s · budget %s · floor %s (folded ones counted whole) · live %s", s.Frame.State,
		maskText(&s.Frame), format.Tokens(s.Frame.Step),
		format.Tokens(s.Frame.Budget), format.Tokens(s.Frame.Floor), format.Tokens(s.Frame.Live))
	a.print("folded    %s of %s", foldedText(s), format.Count(len(s.Blocks), "block"))
	a.cacheText(s)
	for i := range s.Layers {
		a.print("layer     %s", layerText(&s.Layers[i]))
	}
	for _, f := range s.Advice.Flags {
		a.print("advice    %s", f.Text(s.AdviceInput))
	}
	if c := s.Counts; c.Malformed > 0 || c.Unknown > 0 {
		a.print("file      %s: %d malformed, %d of unknown kind", format.Count(c.Lines, "line"), c.Malformed, c.Unknown)
	}
}

// maskText is what there is to mask: by the fold event that is due, whose blocks the
// frame no longer counts as maskable, else by one to come.
func maskText(f *ladder.Frame) string {
	if f.State == ladder.Fold {
		return fmt.Sprintf("by %s: %s to mask, saving %s", f.Trigger, format.Count(len(f.Mask), "block"), format.Tokens(f.Saved))
	}
	return fmt.Sprintf("maskable %s in %s", format.Tokens(f.Savings), format.Count(f.Count, "block"))
}

func (a *app) cacheText(s *live.Snapshot) {
	f := s.Figures
	a.print("cache     hit ratio %s, last %s · read %s · written %s · input %s · %s", ratioText(f.HitRatio), ratioText(f.LastHitRatio),
		format.Tokens(f.Totals.CacheRead), format.Tokens(f.Totals.CacheWrite), format.Tokens(f.Totals.Input), dollarsText(s.Spent))
	if f.FoldEvents > 0 {
		paid := "cost of the re-prefill unknown"
		if f.FoldNetTokens != nil {
			paid = fmt.Sprintf("cost %s to re-prefill, net %s", format.Tokens(f.FoldReprefillTokens), format.Signed(*f.FoldNetTokens))
		}
		a.print("folding   %s masked now · as accounted: saves %s a call, %s", format.Tokens(s.Masked), format.Tokens(f.FoldSavedTokens), paid)
	}
}

func layerText(l *live.Layer) string {
	text := fmt.Sprintf("%d · %s, %d live · ", l.Seq, format.Count(l.Blocks, "block"), l.Live)
	switch {
	case l.Live > 0:
		text += "saves " + format.Tokens(l.Masked) + " a call"
	case l.Held > 0:
		text += "held raw"
	case l.Compacted:
		text += "gone with the compaction"
	default:
		text += "not in the context"
	}
	if l.Masked != l.Saved {
		text += ", " + format.Tokens(l.Saved) + " as accounted"
	}
	if l.At != 0 {
		text += " · " + time.UnixMilli(l.At).UTC().Format("2006-01-02 15:04:05")
	}
	if l.Record != nil {
		text += fmt.Sprintf(" · %s at %s", l.Record.Trigger, format.Percent(l.Record.Usage.Fraction))
	}
	if l.Cost != nil && l.Cost.ReprefillKnown {
		text += fmt.Sprintf(" · re-prefill %s · net %s", format.Tokens(l.Cost.Reprefill), format.Signed(l.Cost.Net))
	}
	return text
}

func ratioText(r *float64) string {
	if r == nil {
		return "unknown"
	}
	return format.Percent(*r)
}

func dollarsText(s cache.Spend) string {
	if s.Priced == 0 {
		return "no prices in this session"
	}
	return format.Dollars(s.Dollars)
}

func modelText(s *live.Snapshot) string {
	if s.Model.ID == "" {
		return "not known yet"
	}
	return s.Model.Provider + "/" + s.Model.ID
}

func sourceText(s *live.Snapshot) string {
	if s.WindowSource == "" {
		return " (give it with --window)"
	}
	return " (" + s.WindowSource + ")"
}

func piText(u feed.Update) string {
	hint := ""
	if u.LinkHint != "" {
		hint = " (" + u.LinkHint + ")"
	}
	switch l := u.Link; {
	case l != nil && l.Busy:
		return fmt.Sprintf("linked, busy, process %d, mode %s%s,", l.PID, l.Mode, hint)
	case l != nil:
		return fmt.Sprintf("linked, idle, process %d, mode %s%s,", l.PID, l.Mode, hint)
	}
	switch u.Pi {
	case host.Running:
		return "running unlinked" + hint
	case host.None:
		return "none seen"
	}
	return "unknown"
}
