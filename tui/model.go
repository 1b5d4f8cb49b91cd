package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/cache"
	"cfold/engine/live"
	"cfold/tui/alert"
	"cfold/tui/blocks"
	"cfold/tui/detail"
	"cfold/tui/header"
	"cfold/tui/layout"
	"cfold/tui/notices"
	"cfold/tui/page"
	"cfold/tui/pane"
	"cfold/tui/picker"
	"cfold/tui/prompt"
	"cfold/watch/feed"
)

// Model is the root model.
type Model struct {
	options Options
	ports   ports
	scene   *pane.Scene
	update  feed.Update

	width, height int
	frame         layout.Frame
	ratio         float64
	dragging      bool
	bar           foldBar

	places []place
	at     int
	inside bool // the side has the focus
	// turning says that another session is shown than before, which has not been
	// read yet.
	turning bool
	// read says that a snapshot of the session followed has been shown.
	read bool
	// entered is the block that the detail was entered at from a list that only
	// previews, by its id.
	entered string
	blocks  *blocks.Model
	detail  *detail.Model

	notices *notices.Model
	help    *page.Model
	helping bool
	picker  *picker.Model
	picking bool
	writing *writing

	overs []over // what lies over the places, topmost last
	goal  string // of a handoff, as last typed
	// looked is the generation that was last looked through for something to mend,
	// broken whether there was.
	looked int
	broken bool

	// advised is when each advisory about the session was last told of.
	advised map[cache.Flag]time.Time

	alerts   alert.Watch
	alerting bool // a person wants to be told
}

// writing is the name of a new file being typed for a text.
type writing struct {
	prompt *prompt.Line
	text   text
}

// New makes the root model. now is the clock's first reading.
func New(o Options, p ports, now time.Time) *Model {
	m := &Model{options: o, ports: p, ratio: o.Prefs.Split, alerting: o.Prefs.Alert, advised: map[cache.Flag]time.Time{}}
	if m.ratio <= 0 {
		m.ratio = layout.DefaultRatio
	}
	m.scene = &pane.Scene{Theme: o.Theme, Now: now}
	m.makePlaces()
	m.help = page.New(m.scene, "Help", m.drawHelp)
	m.picker = picker.New(m.scene)
	return m
}

// Init waits for the feed and the clock.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(waitFeed(m.options.Feed), tick(m.ports.now))
}

func (m *Model) here() *place { return &m.places[m.at] }

// focused is the pane that keys go to.
func (m *Model) focused() viewer {
	switch {
	case m.helping:
		return m.help
	case m.top() != nil:
		return m.top()
	case m.picking:
		return m.picker
	case m.inside && m.here().side != nil:
		return m.here().side
	}
	return m.here().main
}

// viewers is every pane.
func (m *Model) viewers() []viewer {
	list := []viewer{m.help, m.picker}
	for i := range m.places {
		list = append(list, m.places[i].main)
		if s := m.places[i].side; s != nil && s != side(m.detail) {
			list = append(list, s)
		}
	}
	for _, o := range m.overs {
		list = append(list, o)
	}
	return append(list, m.detail)
}

// Prefs is what to remember.
func (m *Model) Prefs() Prefs {
	p := Prefs{Blocks: m.blocks.Prefs(), Alert: m.alerting}
	if m.ratio != layout.DefaultRatio {
		p.Split = m.ratio
	}
	return p
}

// resize divides the screen anew and sizes all panes.
func (m *Model) resize() tea.Cmd {
	focus, kind := layout.List, layout.Split
	if m.inside {
		focus = layout.Detail
	}
	if m.here().side == nil || m.covered() {
		kind = layout.Single
	}
	m.frame = layout.Divide(layout.Input{W: m.width, H: m.height, Ratio: m.ratio, Focus: focus, Kind: kind})
	m.bar.draw(m.scene, m.width)
	body := m.frame.Body()
	cmds := []tea.Cmd{
		m.help.SetSize(body.W, max(body.H-1, 0)), m.picker.SetSize(body.W, max(body.H-1, 0)),
	}
	for _, o := range m.overs {
		cmds = append(cmds, o.SetSize(body.W, max(body.H-1, 0)))
	}
	if r := m.frame.List; !r.Empty() {
		cmds = append(cmds, m.here().main.SetSize(r.W, max(r.H-1, 0)))
	}
	if r := m.frame.Detail; !r.Empty() && m.here().side != nil {
		cmds = append(cmds, m.here().side.SetSize(r.W, max(r.H-1, 0)))
	}
	return tea.Batch(cmds...)
}

// show puts another scene before every pane.
func (m *Model) show(scene *pane.Scene) tea.Cmd {
	m.scene = scene
	m.bar.draw(scene, m.width)
	var cmds []tea.Cmd
	for _, v := range m.viewers() {
		if v == viewer(m.help) && !m.helping { // drawn when it is opened, not each second
			continue
		}
		cmds = append(cmds, v.SetScene(scene))
	}
	return tea.Batch(cmds...)
}

// foldBar is the fold bar as it was drawn last: it takes a pass over all blocks
// and only changes with the snapshot and the width.
type foldBar struct {
	snapshot *live.Snapshot
	width    int
	line     string
}

func (b *foldBar) draw(scene *pane.Scene, width int) {
	if b.line == "" || b.snapshot != scene.Snapshot || b.width != width {
		*b = foldBar{scene.Snapshot, width, header.Bar(scene, width)}
	}
}
