package shape

import "cfold/engine/live"

// Held is what holding blocks raw did, or would do.
type Held struct {
	// Unfolded and Held are the ids of the blocks that were folded and of those that
	// were raw.
	Unfolded []Text `json:"unfolded"`
	Held     []Text `json:"held"`
	// AddsTokens is how much larger the context gets, ReprefillTokens what the next
	// request sends anew, Dollars what that costs, null where no price is known.
	AddsTokens      int      `json:"adds_tokens"`
	ReprefillTokens int      `json:"reprefill_tokens"`
	Dollars         *float64 `json:"dollars"`
	// UsageBefore and UsageAfter are estimates where Measured is false.
	UsageBefore int  `json:"usage_before"`
	UsageAfter  int  `json:"usage_after"`
	Measured    bool `json:"measured"`
	// Gauge is where the ladder stands then.
	Gauge Gauge `json:"gauge"`
	// Mended counts records of an earlier writer that got their right parent.
	Mended int `json:"mended"`
	// Seen says when Pi sees it.
	Seen    string `json:"seen"`
	Notices []Text `json:"notices"`
}

// HeldOf is the effect of holding the blocks at those positions.
func HeldOf(s *live.Snapshot, e live.Effect, unfolded, held []string) Held {
	h := Held{
		Unfolded: Texts(unfolded), Held: Texts(held), AddsTokens: e.Adds, ReprefillTokens: e.Reprefill,
		UsageBefore: e.Before, UsageAfter: e.After, Measured: e.Known, Gauge: gaugeOf(e.Next),
	}
	if e.Priced {
		h.Dollars = dollars(e.Dollars)
	}
	return h
}

// Written is a handoff seed in its file.
type Written struct {
	Path Text `json:"path"`
	// Kept is where an earlier one with other content is now, empty without one.
	Kept    Text `json:"kept"`
	Parent  Text `json:"parent"`
	Goal    Text `json:"goal"`
	Records int  `json:"records"`
	// Started says when a linked Pi opens the new session, empty where it was not
	// asked to.
	Started Text   `json:"started"`
	Notices []Text `json:"notices"`
}
