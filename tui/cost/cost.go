package cost

import (
	"fmt"

	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/tui/format"
	"cfold/tui/gauge"
)

// Fact is one labelled line.
type Fact struct{ Label, Value string }

// Hold is what holding blocks raw would do.
func Hold(s *live.Snapshot, e live.Effect) []Fact {
	return []Fact{
		{"sent anew", anew(e)},
		{"context", context(s, e)},
		{"next fold", Change(&s.Frame, &e.Next)},
	}
}

// anew is what the next request cannot take from the cache any more.
func anew(e live.Effect) string {
	switch {
	case e.Unfolds == 0:
		return "nothing: what was sent stays as it is"
	case !e.Priced:
		return Anew(e) + " tok, once; this session shows no price for its model"
	}
	said := fmt.Sprintf("%s tok %s at this session's rates, once", Anew(e), format.About(e.Dollars))
	if e.AtLeast {
		said += "; images among it are not counted"
	}
	return said
}

// Anew is how many tokens are sent anew: at least 41k.
func Anew(e live.Effect) string {
	if e.AtLeast {
		return "at least " + format.Tokens(e.Reprefill)
	}
	return format.Tokens(e.Reprefill)
}

// context is the usage before and after.
func context(s *live.Snapshot, e live.Effect) string {
	unit := "tok"
	if !e.Known {
		unit = "tok by estimate, not measured yet"
	}
	if e.Adds == 0 {
		return fmt.Sprintf("stays at %s %s", format.Tokens(e.Before), unit)
	}
	said := fmt.Sprintf("+%s tok, %s → %s %s", format.Tokens(e.Adds), format.Tokens(e.Before), format.Tokens(e.After), unit)
	window := max(s.Frame.Window, 1)
	share := func(tokens int) string { return format.Percent(float64(tokens) / float64(window)) }
	of := format.Tokens(window)
	if s.Window == 0 {
		of += ", which is assumed"
	}
	return fmt.Sprintf("%s → %s of %s: %s", share(e.Before), share(e.After), of, said)
}

// Change is what becomes of the next fold.
func Change(before, after *ladder.Frame) string {
	was, then := gauge.Of(before).Clause, gauge.Of(after).Clause
	if was == then {
		return "as now: " + then
	}
	return "now " + was + "; then " + then
}
