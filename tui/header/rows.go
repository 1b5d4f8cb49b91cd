package header

import (
	"time"

	"github.com/charmbracelet/lipgloss"

	"cfold/theme"
	"cfold/tui/bar"
	"cfold/tui/format"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
	"cfold/watch/feed"
	"cfold/watch/host"
)

// closedAfter is how long nothing has been appended until a session no Pi was
// seen at counts as closed.
const closedAfter = time.Minute

// Rows is the header as n lines: one or two.
func Rows(scene *pane.Scene, u *feed.Update, width, n int) []string {
	t := scene.Theme
	state, style := State(scene, u)
	if n <= 1 {
		name := title(scene, u)
		parts := append([]bar.Part{{Text: name, Short: sanitize.Clip(name, 20), Priority: 7}}, facts(scene, u)...)
		room := width - sanitize.Width(state) - 3
		r := pane.NewRow(t, width, false)
		r.Add(t.Text, " ").Add(t.Title, bar.Label(parts, room))
		return []string{r.Gap(sanitize.Width(state)+1).Add(style, state).String()}
	}
	r := pane.NewRow(t, width, false).Add(t.Text, " ")
	r.Add(t.Title, sanitize.Clip(title(scene, u), width-sanitize.Width(state)-4))
	first := r.Gap(sanitize.Width(state)+1).Add(style, state).String()
	second := pane.NewRow(t, width, false).Add(t.Text, " ")
	second.Add(t.Dim, bar.Label(facts(scene, u), width-2))
	return []string{first, second.String()}
}

// title is the session's name or first prompt.
func title(scene *pane.Scene, u *feed.Update) sanitize.Safe {
	if scene.Snapshot != nil {
		if s := sanitize.Line(scene.Snapshot.Title()); s != "" {
			return s
		}
		return "unnamed session"
	}
	if u.Path != "" {
		return sanitize.Line(u.Path)
	}
	return "cfold-tui"
}

// facts is model, usage and window, dollars.
func facts(scene *pane.Scene, u *feed.Update) []bar.Part {
	s := scene.Snapshot
	if s == nil {
		return []bar.Part{{Text: sanitize.Line(u.Cwd), Priority: 1}}
	}
	model := sanitize.Line(s.Model.ID)
	if model == "" {
		model = "model not known yet"
	}
	parts := []bar.Part{{Text: model, Short: sanitize.Clip(model, 16), Priority: 4}}
	parts = append(parts, window(scene, u.Link), dollars(scene))
	if hint := sanitize.Line(u.LinkHint); hint != "" {
		part := bar.Part{Text: hint, Priority: 6}
		if u.Stopped() {
			part.Priority = 10
		}
		parts = append(parts, part)
	}
	if age, ok := scene.Since(s.Active); ok && !scene.Demo {
		parts = append(parts, bar.Part{Text: pane.Say("%s", format.Ago(age)), Priority: 1})
	}
	return parts
}

// window is usage and window, and where that figure comes from. What the session
// does not tell of the usage, a linked Pi may.
func window(scene *pane.Scene, l *feed.Link) bar.Part {
	s := scene.Snapshot
	size, from := pane.Say("window %s", format.Tokens(s.Window)), pane.Say(" (%s)", s.WindowSource)
	if s.Window <= 0 {
		size, from = pane.Say("window unknown, %s assumed", format.Tokens(s.Frame.Window)), ""
	} else if s.WindowSource == "" {
		from = ""
	}
	used := sanitize.Safe("")
	switch {
	case s.Usage.Known:
		used = pane.Say("%s of ", format.Tokens(s.Usage.Tokens))
	case l != nil && l.Usage != nil:
		used = pane.Say("%s of ", format.Tokens(*l.Usage))
	}
	return bar.Part{Text: used + size + from, Short: used + size, Priority: 9}
}

// dollars is what the whole file cost.
func dollars(scene *pane.Scene) bar.Part {
	if s := scene.Snapshot; s.Spent.Priced > 0 {
		return bar.Part{Text: pane.Say("%s", format.Dollars(s.Spent.Dollars)), Priority: 9}
	}
	return bar.Part{Text: "no prices", Priority: 8}
}

// State is how the session stands, in words.
func State(scene *pane.Scene, u *feed.Update) (sanitize.Safe, lipgloss.Style) {
	t := scene.Theme
	switch u.Phase {
	case feed.Waiting:
		return "waiting for a session", t.Notice
	case feed.Loading:
		if u.Size > 0 {
			return pane.Say("reading %s", format.Percent(float64(u.Read)/float64(u.Size))), t.Notice
		}
		return "reading", t.Notice
	case feed.Gone:
		return "file is gone", t.Error
	}
	switch s := u.Snapshot; {
	case s != nil && s.Foreign():
		return "not a Pi session", t.Error
	case s != nil && s.Empty() && u.Link == nil:
		return "no entries yet", t.Notice
	}
	if scene.Demo {
		return "demo", t.Notice
	}
	return piState(t, u, scene.Now)
}

func piState(t *theme.Theme, u *feed.Update, now time.Time) (sanitize.Safe, lipgloss.Style) {
	if l := u.Link; l != nil {
		said, style := sanitize.Safe("linked, idle"), t.Good
		if l.Busy {
			said = "linked, busy"
		}
		if l.Fault != nil {
			said, style = said+", no engine", t.Error
		}
		return said, style
	}
	switch u.Pi {
	case host.Running:
		return "running unlinked", t.Good
	case host.None:
		if ago, ok := pane.Since(u.Active, now); ok && ago < closedAfter {
			return "no Pi seen", t.Dim
		}
		return "closed?", t.Dim
	}
	return "Pi unknown", t.Dim
}
