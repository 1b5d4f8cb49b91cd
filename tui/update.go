package tui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/cache"
	"cfold/engine/live"
	"cfold/tui/dialog"
	"cfold/tui/original"
	"cfold/tui/pane"
	"cfold/tui/picker"
	"cfold/tui/sanitize"
	"cfold/watch/feed"
	"cfold/watch/sessions"
)

// Update routes a message to what handles it, then lets the side of the place
// follow the cursor.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	return m, tea.Batch(cmd, m.uncover(), m.follow())
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m.resized(msg)
	case tea.KeyMsg:
		return m.pressed(msg)
	case tea.MouseMsg:
		return m.moused(msg)
	case updatedMsg:
		return m.updated(msg)
	case tickedMsg:
		return m.ticked(msg)
	case pane.NoticedMsg:
		return m.noticed(msg)
	case pane.ActionAskedMsg:
		return m.act(msg)
	case pane.TextAskedMsg:
		return m.actOnText(msg)
	case pane.OriginalsAskedMsg:
		return m.askOriginals(msg)
	case pane.BlocksChosenMsg:
		return m.chosen(msg)
	case openableMsg:
		return m.open(msg)
	case visitedMsg:
		return m.visited(msg)
	case brokenMsg:
		return m.foundBroken(msg)
	case mendedMsg:
		return m.mended(msg)
	case handedMsg:
		return m.handed(msg)
	case dialog.AskedMsg:
		return m.asked(msg)
	case listedMsg:
		return m.listed(msg)
	case picker.PickedMsg:
		return m.picked(msg)
	}
	return m.spread(msg)
}

// spread hands the result of a pane's command to the panes; each knows its own.
func (m *Model) spread(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, v := range m.viewers() {
		cmds = append(cmds, v.Update(msg))
	}
	return tea.Batch(cmds...)
}

func (m *Model) follow() tea.Cmd {
	if f := m.here().follow; f != nil {
		return f()
	}
	return nil
}

func (m *Model) resized(msg tea.WindowSizeMsg) tea.Cmd {
	m.width, m.height = msg.Width, msg.Height
	m.dragging = false
	return m.resize()
}

// tickedMsg is the clock.
type tickedMsg struct{ now time.Time }

// tick waits for the next whole second, when files are looked at too, and reads the
// clock.
func tick(now func() time.Time) tea.Cmd {
	return tea.Every(time.Second, func(time.Time) tea.Msg { return tickedMsg{now()} })
}

func (m *Model) ticked(msg tickedMsg) tea.Cmd {
	scene := *m.scene
	scene.Now = msg.now
	return tea.Batch(tick(m.ports.now), m.show(&scene), m.lookForAlerts())
}

func (m *Model) noticed(msg pane.NoticedMsg) tea.Cmd {
	m.notices.Add(msg.Level, msg.Text, m.scene.Now)
	return nil
}

func (m *Model) chosen(msg pane.BlocksChosenMsg) tea.Cmd {
	m.inside = false
	return tea.Batch(m.goTo(blocksPlace), m.blocks.Choose(msg))
}

// askOriginals opens the place where originals are read.
func (m *Model) askOriginals(msg pane.OriginalsAskedMsg) tea.Cmd {
	if m.scene.State == nil {
		return pane.Notice(pane.Info, "no session has been read yet")
	}
	place := original.New(m.scene, msg)
	return tea.Batch(m.cover(place), place.Start())
}

// listedMsg is the sessions one can pick.
type listedMsg struct {
	sessions []sessions.Info
	err      error
}

// updatedMsg is the feed's newest state.
type updatedMsg struct{ update feed.Update }

// waitFeed waits for the feed. There is one wait at a time: only the handler of
// its message starts the next.
func waitFeed(source Source) tea.Cmd {
	if source == nil {
		return nil
	}
	updates := source.Updates()
	return func() tea.Msg {
		u, ok := <-updates
		if !ok {
			return nil
		}
		return updatedMsg{u}
	}
}

// updated shows what came of the feed. What it panicked with goes on from here,
// where the terminal is restored.
func (m *Model) updated(msg updatedMsg) tea.Cmd {
	if msg.update.Panicked != "" {
		panic(msg.update.Panicked)
	}
	return tea.Batch(waitFeed(m.options.Feed), m.take(msg.update))
}

// take shows what an update brought.
func (m *Model) take(u feed.Update) tea.Cmd {
	before, again := m.scene.Snapshot, m.renewed(&u)
	if again {
		m.notices.End()
	}
	m.turnTo(&u)
	m.update = u
	scene := *m.scene
	scene.Snapshot, scene.State, scene.Generation, scene.Path = u.Snapshot, u.State, u.Generation, u.Path
	if u.Snapshot != nil && u.Snapshot.Counts.Headers == 0 {
		// No session: its figures would read as those of one in which nothing happens.
		scene.Snapshot, scene.State = nil, nil
	}
	scene.Cwd, scene.Index, scene.Settings = u.Cwd, u.Index, u.Settings
	scene.Handoffs = u.Handoffs
	scene.SettingsPath, scene.SettingsErr = u.SettingsPath, u.SettingsErr
	scene.Linked = u.Link != nil
	scene.Demo = m.options.Demo != "" && u.Path == m.options.Demo && !scene.Linked
	scene.Stopped = u.Stopped()
	cmd := m.show(&scene)
	for _, n := range u.Notices {
		if again { // what was said before it may be of the file as it was
			m.notices.End()
		}
		m.notices.News(pane.Level(n.Level), pane.Say("%s", n.Text), m.scene.Now)
	}
	m.sayWhere()
	m.advise(before)
	return tea.Batch(cmd, m.lookForBroken(), m.lookForAlerts())
}

// renewed reports whether an update shows the session of a file that has become
// another one since, or is there again: warnings about the file as it was are past.
func (m *Model) renewed(u *feed.Update) bool {
	return m.read && u.Path == m.scene.Path &&
		(u.Generation != m.scene.Generation || m.update.Phase == feed.Gone && u.Phase != feed.Gone)
}

// turnTo ends the notice of another session than the one an update shows, or of
// one that had not been read; it keeps in mind where a session takes the place of
// another.
func (m *Model) turnTo(u *feed.Update) {
	if u.Path != m.scene.Path {
		m.notices.End()
		m.read = false
		m.advised = map[cache.Flag]time.Time{}
	}
	if !m.read && u.Snapshot != nil {
		m.notices.End()
		m.read = true
	}
	if m.scene.Path != "" && u.Path != m.scene.Path {
		m.turning = true
	}
}

// sayWhere says which session has taken the place of another, once it is read.
func (m *Model) sayWhere() {
	if !m.turning || m.scene.Snapshot == nil {
		return
	}
	m.turning = false
	title := m.scene.Snapshot.Title()
	if title == "" {
		title = m.scene.Path
	}
	said := pane.Say("this is %s", sanitize.Head(title, titleRoom))
	if m.update.Previous != "" {
		said += "; B goes back to the session before"
	}
	m.notices.Add(pane.Info, said, m.scene.Now)
}

// titleRoom is how much of a session's title a notice holds, in cells.
const titleRoom = 40

// readvise is how long an advisory that comes and goes is not told of again.
const readvise = 10 * time.Minute

// advise gives notice of advisories that were not there before.
func (m *Model) advise(before *live.Snapshot) {
	now := m.scene.Snapshot
	if now == nil || before == nil || before == now {
		return
	}
	for _, f := range now.Advice.Flags {
		if slices.Contains(before.Advice.Flags, f) {
			continue
		}
		if told, ok := m.advised[f]; ok && m.scene.Now.Sub(told) < readvise {
			continue
		}
		m.advised[f] = m.scene.Now
		m.notices.Mention(pane.Warning, pane.Say("%s", f.Text(now.AdviceInput)), m.scene.Now)
	}
}
