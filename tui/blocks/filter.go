package blocks

import (
	"cfold/engine/block"
	"cfold/engine/ladder"
	"cfold/engine/live"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// A choice is one value of a filter; the empty name takes all.
type choice struct {
	name  string
	takes func(s *live.Snapshot, i int) bool
}

func ofKind(k block.Kind) func(*live.Snapshot, int) bool {
	return func(s *live.Snapshot, i int) bool { return s.Blocks[i].Kind == k }
}

func marked(m ladder.Mark) func(*live.Snapshot, int) bool {
	return func(s *live.Snapshot, i int) bool { return s.Frame.Marks[i]&m != 0 }
}

var kinds = []choice{
	{"", nil},
	{"results", ofKind(block.ToolResult)},
	{"errors", func(s *live.Snapshot, i int) bool { return s.Blocks[i].IsError }},
	{"calls", ofKind(block.ToolCall)},
	{"think", ofKind(block.Thinking)},
	{"answers", ofKind(block.Text)},
	{"yours", ofKind(block.User)},
}

var standings = []choice{
	{"", nil},
	{"folded", marked(ladder.Frozen)},
	{"maskable", marked(ladder.Maskable)},
	{"held", func(s *live.Snapshot, i int) bool { return s.Frame.Marks[i].Held() }},
	{"protected", marked(ladder.Protected)},
	{"opaque", func(s *live.Snapshot, i int) bool { return s.Blocks[i].Opaque }},
	{"edited", func(s *live.Snapshot, i int) bool { return pane.Edited(&s.Blocks[i]) }},
}

// named is the position of a choice by its name, 0 (all) for an unknown one.
func named(list []choice, name string) int {
	for i, c := range list {
		if c.name == name {
			return i
		}
	}
	return 0
}

// chosen is a set of blocks that another pane leads to.
type chosen struct {
	title sanitize.Safe
	ids   map[string]bool
}

// filter is what is listed.
type filter struct {
	kind, standing int
	chosen         *chosen
}

func (f filter) none() bool { return f.kind == 0 && f.standing == 0 && f.chosen == nil }

func (f filter) takes(s *live.Snapshot, i int) bool {
	if f.chosen != nil && !f.chosen.ids[s.Blocks[i].ID] {
		return false
	}
	return (f.kind == 0 || kinds[f.kind].takes(s, i)) && (f.standing == 0 || standings[f.standing].takes(s, i))
}

// words names what the filter takes, empty for all.
func (f filter) words() []sanitize.Safe {
	var w []sanitize.Safe
	if f.chosen != nil {
		w = append(w, f.chosen.title)
	}
	for _, name := range []string{kinds[f.kind].name, standings[f.standing].name} {
		if name != "" {
			w = append(w, pane.Say("%s", name))
		}
	}
	return w
}
