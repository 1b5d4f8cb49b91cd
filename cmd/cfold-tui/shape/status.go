package shape

import (
	"math"
	"time"

	"cfold/engine/cache"
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/engine/session"
	"cfold/watch/feed"
	"cfold/watch/host"
)

// Failure is an error under --json.
type Failure struct {
	Error    Text `json:"error"`
	WrongUse bool `json:"wrong_use"`
}

// Notice is what there was to say beside a list.
type Notice struct {
	Notice Text `json:"notice"`
}

// Status is a session as it stands.
type Status struct {
	Phase   string     `json:"phase"`
	Path    Text       `json:"path"`
	ID      Text       `json:"id"`
	Version int        `json:"version"`
	Name    Text       `json:"name"`
	Prompt  Text       `json:"prompt"`
	Cwd     Text       `json:"cwd"`
	Updated *time.Time `json:"updated"`
	// Pi is running, none or unknown.
	Pi string `json:"pi"`
	// Link is the linked Pi that has the session open, null without one; LinkHint what
	// would make a link, or mend it, empty for nothing.
	Link     *Link  `json:"link"`
	LinkHint string `json:"link_hint"`
	Provider Text   `json:"provider"`
	Model    Text   `json:"model"`

	Window       *int   `json:"window"`
	WindowSource string `json:"window_source"`
	// UsageTokens is null where it is not measured yet.
	UsageTokens *int  `json:"usage_tokens"`
	Gauge       Gauge `json:"gauge"`
	Recorded    bool  `json:"recorded"`
	// FoldingOff says that CONTEXTFOLD switches folding off.
	FoldingOff bool    `json:"folding_off"`
	Blocks     int     `json:"blocks"`
	LayerCount int     `json:"layer_count"`
	Folded     int     `json:"folded_blocks"`
	Held       int     `json:"held_blocks"`
	Masked     int     `json:"masked_tokens"`
	Layers     []Event `json:"layers"`

	// Telemetry has the shape of the vectors.
	Telemetry  cache.Figures `json:"telemetry"`
	Dollars    *float64      `json:"dollars"`
	Advice     cache.Advice  `json:"advice"`
	Advisories []string      `json:"advisories"`
	Lines      Lines         `json:"lines"`
	// Notices is what there is to say beside it.
	Notices []Text `json:"notices"`
}

// Link is a linked Pi.
type Link struct {
	PID int `json:"pid"`
	// Mode is engine or companion.
	Mode string `json:"mode"`
	Busy bool   `json:"busy"`
	// Version is the extension's, Pi that of Pi.
	Version Text `json:"version"`
	Pi      Text `json:"pi"`
	// Window and UsageTokens are in tokens, null while Pi does not know them.
	Window      *int `json:"window"`
	UsageTokens *int `json:"usage_tokens"`
}

func linkOf(l *feed.Link) *Link {
	if l == nil {
		return nil
	}
	v := &Link{PID: l.PID, Mode: string(l.Mode), Busy: l.Busy, Version: Text(l.Version), Pi: Text(l.Pi), UsageTokens: l.Usage}
	if l.Window > 0 {
		v.Window = &l.Window
	}
	return v
}

// Gauge is where the ladder stands. Its window is a guess where Status has none.
type Gauge struct {
	State string `json:"state"`
	Figures
	Window         int `json:"window"`
	Used           int `json:"used"`
	MaskableBlocks int `json:"maskable_blocks"`
	Budget         int `json:"budget"`
	Tail           int `json:"tail"`
}

// Event is one fold event.
type Event struct {
	Seq    int        `json:"seq"`
	At     *time.Time `json:"at"`
	Blocks int        `json:"blocks"`
	Live   int        `json:"live_blocks"`
	// Masked is what its live blocks save now, Saved what the account has it save.
	Masked int `json:"masked_tokens"`
	Saved  int `json:"saved"`
	// Trigger and UsageFraction are the seed index's, null without its record.
	Trigger       *string  `json:"trigger"`
	UsageFraction *float64 `json:"usage_fraction"`
	// Reprefill and Net are null while unknown.
	Reprefill *int `json:"reprefill"`
	Net       *int `json:"net"`
}

// Lines accounts for the lines of the file.
type Lines struct {
	All       int `json:"all"`
	Entries   int `json:"entries"`
	Malformed int `json:"malformed"`
	Unknown   int `json:"unknown"`
}

// StatusOf is an Update with a Snapshot.
func StatusOf(u feed.Update) Status {
	s := u.Snapshot
	v := Status{
		Phase: u.Phase.String(), Path: Text(u.Path), ID: Text(s.Header.ID), Version: s.Header.Version,
		Name: Text(s.Name), Prompt: Text(s.Prompt), Cwd: Text(s.Header.CWD), Updated: when(s.Updated), Pi: piWord(u.Pi),
		Link: linkOf(u.Link), LinkHint: u.LinkHint,
		Provider: Text(s.Model.Provider), Model: Text(s.Model.ID), WindowSource: s.WindowSource,
		Gauge: gaugeOf(s.Frame), Recorded: s.Recorded, FoldingOff: u.Settings.Disabled, Blocks: len(s.Blocks),
		LayerCount: len(s.Layers), Folded: s.FoldedCount, Held: s.HeldCount, Masked: s.Masked, Layers: []Event{},
		Telemetry: s.Figures, Advice: s.Advice, Advisories: []string{}, Lines: linesOf(s.Counts), Notices: []Text{},
	}
	if s.Window > 0 {
		v.Window = &s.Window
	}
	if s.Usage.Known {
		v.UsageTokens = &s.Usage.Tokens
	}
	if s.Spent.Priced > 0 {
		v.Dollars = dollars(s.Spent.Dollars)
	}
	for i := range s.Layers {
		v.Layers = append(v.Layers, eventOf(&s.Layers[i]))
	}
	for _, f := range s.Advice.Flags {
		v.Advisories = append(v.Advisories, f.Text(s.AdviceInput))
	}
	return v
}

func gaugeOf(f ladder.Frame) Gauge {
	return Gauge{
		State: f.State.String(), Figures: figuresOf(f), Window: f.Window, Used: f.Used,
		MaskableBlocks: f.Count, Budget: f.Budget, Tail: f.Tail,
	}
}

func eventOf(l *live.Layer) Event {
	v := Event{Seq: l.Seq, At: when(l.At), Blocks: l.Blocks, Live: l.Live, Masked: l.Masked, Saved: l.Saved}
	if l.Record != nil {
		v.Trigger, v.UsageFraction = &l.Record.Trigger, &l.Record.Usage.Fraction
	}
	if l.Cost != nil && l.Cost.ReprefillKnown {
		v.Reprefill, v.Net = &l.Cost.Reprefill, &l.Cost.Net
	}
	return v
}

// dollars is an amount as it is printed, to six decimals.
func dollars(d float64) *float64 {
	d = math.Round(d*1e6) / 1e6
	return &d
}

func linesOf(c session.Counts) Lines {
	return Lines{All: c.Lines, Entries: c.Entries, Malformed: c.Malformed, Unknown: c.Unknown}
}

// when is a time in milliseconds since 1970; nil for an unknown one.
func when(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	t := time.UnixMilli(ms).UTC()
	return &t
}

func piWord(s host.State) string {
	return map[host.State]string{host.None: "none", host.Running: "running", host.Unknown: "unknown"}[s]
}
