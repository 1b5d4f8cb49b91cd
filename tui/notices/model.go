package notices

import (
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/lipgloss"

	"cfold/engine/cache"
	"cfold/theme"
	"cfold/tui/page"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// Most is how many notices are kept.
const Most = 500

// Notice is one of them.
type Notice struct {
	Level pane.Level
	Text  sanitize.Safe
	At    time.Time
	// Times counts how often it came in a row.
	Times int
}

// Model is the pane.
type Model struct {
	*page.Model
	history  []Notice // newest last
	foot     int      // the one that is shown until it was read
	settled  bool     // it is only history
	answered bool     // a key was pressed since it came
}

// New makes the pane.
func New(scene *pane.Scene) *Model {
	m := &Model{}
	m.Model = page.New(scene, "Notes", m.draw)
	return m
}

// Settle tells that a key was pressed or a place clicked: the notice shown is
// answered by it. A warning outlives the first one, which may have been under way
// when the warning came.
func (m *Model) Settle() {
	if len(m.history) > 0 && m.history[m.foot].Level != pane.Info && !m.answered {
		m.answered = true
		return
	}
	m.settled = true
}

// End ends the freshness of the notice shown, because what it was said of is
// past. The history keeps it.
func (m *Model) End() { m.settled = true }

// Add takes in a notice that displaces any other; one like the last one is counted
// with it.
func (m *Model) Add(level pane.Level, text sanitize.Safe, at time.Time) {
	m.settled, m.answered = false, false
	m.keep(level, text, at)
	m.foot = len(m.history) - 1
}

func (m *Model) keep(level pane.Level, text sanitize.Safe, at time.Time) {
	defer m.Refresh()
	if n := len(m.history) - 1; n >= 0 && m.history[n].Text == text && m.history[n].Level == level {
		m.history[n].At = at
		m.history[n].Times++
		return
	}
	m.history = append(m.history, Notice{level, text, at, 1})
	if over := len(m.history) - Most; over > 0 {
		m.history = slices.Delete(m.history, 0, over)
		m.foot = max(m.foot-over, 0)
	}
}

// News takes in a notice that displaces one that is only said, but not a fresh
// warning, which stays to be read.
func (m *Model) News(level pane.Level, text sanitize.Safe, at time.Time) {
	if n, fresh := m.Fresh(at); fresh && n.Level != pane.Info {
		m.Mention(level, text, at)
		return
	}
	m.Add(level, text, at)
}

// Mention takes in a notice that does not displace a fresh one: what came of an
// action stays to be read, and the history has both.
func (m *Model) Mention(level pane.Level, text sanitize.Safe, at time.Time) {
	if _, fresh := m.Fresh(at); !fresh {
		m.Add(level, text, at)
		return
	}
	m.keep(level, text, at)
}

// Len is how many notices are kept.
func (m *Model) Len() int { return len(m.history) }

// freshFor is how long a notice stays at the foot of the screen.
func freshFor(level pane.Level) time.Duration {
	if level == pane.Info {
		return 6 * time.Second
	}
	return 15 * time.Second
}

// Fresh is the notice to show while it is fresh.
func (m *Model) Fresh(now time.Time) (Notice, bool) {
	if m.settled || len(m.history) == 0 {
		return Notice{}, false
	}
	n := m.history[m.foot]
	return n, now.Sub(n.At) < freshFor(n.Level)
}

// Style is how a level is drawn, Word what it is called.
func Style(t *theme.Theme, level pane.Level) (style lipgloss.Style, word sanitize.Safe) {
	switch level {
	case pane.Failure:
		return t.Error, "error"
	case pane.Warning:
		return t.Warning, "warning"
	}
	return t.Notice, ""
}

// Advice is what the session's figures give reason to say now, the idle clock
// included.
func Advice(scene *pane.Scene) []sanitize.Safe {
	s := scene.Snapshot
	if s == nil {
		return nil
	}
	var said []sanitize.Safe
	for _, f := range s.Advice.Flags {
		said = append(said, sanitize.Line(f.Text(s.AdviceInput)))
	}
	if text := IdleWords(scene); text != "" {
		said = append(said, text)
	}
	return append(said, ignored(scene)...)
}

// IdleWords is what the idle clock gives reason to say, empty for nothing. Where
// nothing is read from cache as it is, none can expire.
func IdleWords(scene *pane.Scene) sanitize.Safe {
	if scene.Snapshot.Advice.ColdNow {
		return ""
	}
	return sanitize.Line(Clock(scene).Text())
}

// ignored says which settings are passed over, and why.
func ignored(scene *pane.Scene) (said []sanitize.Safe) {
	for _, g := range scene.Settings.AllIgnored() {
		said = append(said, pane.Say("a setting is ignored (%s): %s", g.Source, g.Reason))
	}
	return said
}

// Clock is the idle clock now.
func Clock(scene *pane.Scene) cache.IdleClock {
	s := scene.Snapshot
	carried := 0
	if s.AdviceInput.CarriedTokens != nil {
		carried = *s.AdviceInput.CarriedTokens
	}
	last, known := s.Activity.Last(s.Model)
	return cache.Idle(scene.Now.UnixMilli(), last, known, carried, s.IdleMinutes)
}

// Brief is the bindings worth a place at the foot of the screen.
func (m *Model) Brief() []key.Binding { return nil }

// Keys is the pane's bindings for help: a page only scrolls.
func (m *Model) Keys() []key.Binding { return nil }

// standingWords explains what the header says of a Pi that is not there.
const standingWords sanitize.Safe = "The header says “no Pi seen” where none runs in the session's directory, and “closed?” where nothing was written for a minute either."

func (m *Model) draw(scene *pane.Scene, width int) (string, []string) {
	t := scene.Theme
	lines := []string{pane.Heading(t, width, "Advisories")}
	advice := Advice(scene)
	for _, text := range advice {
		lines = append(lines, pane.Prose(t, width, t.Warning, "! "+text)...)
	}
	if len(advice) == 0 {
		lines = append(lines, pane.Prose(t, width, t.Dim, "none: nothing about this session needs attention")...)
	}
	lines = append(lines, pane.Blank(width), pane.Heading(t, width, "Since the program started"))
	for _, n := range slices.Backward(m.history) {
		style, word := Style(t, n.Level)
		text := n.Text
		if word != "" {
			text = word + ": " + text
		}
		if n.Times > 1 {
			text += pane.Say(" (%d times)", n.Times)
		}
		lines = append(lines, pane.Fact(t, width, 8, pane.Say("%s", n.At.Format("15:04:05")), text, style, 4)...)
	}
	if len(m.history) == 0 {
		lines = append(lines, pane.Prose(t, width, t.Dim, "no notices yet")...)
	}
	if scene.Linked {
		return "", lines
	}
	lines = append(lines, pane.Blank(width))
	return "", append(lines, pane.Prose(t, width, t.Dim, standingWords)...)
}
