package tui

import (
	"fmt"
	"testing"

	"cfold/theme"
)

// long is a session of many turns, as hours of work leave it.
func long(b *testing.B, turns int) *Model {
	b.Helper()
	s := newStory(b)
	for i := range turns {
		id := fmt.Sprintf("long_%d", i)
		s.user("Go on.")
		s.answer("resp_"+id, 300, think("Next."), call(id, "bash", object{"command": "go test"}))
		s.result(id, "bash", listing("src", 20), false)
	}
	path, index := s.write()
	return opened(b, loaded(b, path, index, 1_000_000), theme.New(theme.Options{Depth: theme.TrueColor}), 160, 50)
}

// A frame costs what is in sight, not what the session holds.
func BenchmarkView(b *testing.B) {
	for _, turns := range []int{10, 2000} {
		b.Run(fmt.Sprintf("turns=%d", turns), func(b *testing.B) {
			m := long(b, turns)
			for b.Loop() {
				m.View()
			}
		})
	}
}

func BenchmarkKey(b *testing.B) {
	for _, turns := range []int{10, 2000} {
		b.Run(fmt.Sprintf("turns=%d", turns), func(b *testing.B) {
			m := long(b, turns)
			up, down := keyMsg("k"), keyMsg("j")
			for b.Loop() {
				m.Update(up)
				m.Update(down)
			}
		})
	}
}

// An update of a long session is taken in and drawn.
func BenchmarkUpdate(b *testing.B) {
	m := long(b, 2000)
	u, other := m.update, m.update
	snapshot := *u.Snapshot
	other.Snapshot = &snapshot
	for b.Loop() {
		m.Update(updatedMsg{other})
		m.View()
		m.Update(updatedMsg{u})
		m.View()
	}
}
