package knobs

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/settings"
	"cfold/tui/cost"
	"cfold/tui/dialog"
	"cfold/tui/pane"
	"cfold/tui/prompt"
	"cfold/tui/sanitize"
	"cfold/watch/route"
)

// Actions are the commands that change the settings file. Their results come back
// as SavedMsg and UndoneMsg.
type Actions struct {
	Save func(route.Change) tea.Cmd
	Undo func(route.Saved) tea.Cmd
}

// SavedMsg is a change that was made, or why not.
type SavedMsg struct {
	Saved route.Saved
	Err   error
}

// UndoneMsg is a change that was taken back, or why not.
type UndoneMsg struct {
	Saved route.Saved
	Err   error
}

// editing is a value being typed for a setting, or the name of a provider whose
// idle interval is to be set.
type editing struct {
	line *prompt.Line
	// knob is the setting; naming says that the provider's name is typed instead.
	knob   settings.Knob
	naming bool
	// before is the value as text that typing began with.
	before string
}

// edit begins to type a value for the setting under the cursor.
func (m *Model) edit() tea.Cmd {
	s, ok := m.current()
	if !ok {
		return nil
	}
	if m.actions.Save == nil {
		return pane.Notice(pane.Info, "settings cannot be changed here")
	}
	m.begin(s)
	return nil
}

// begin types a value for a setting, starting from what is saved, else from what
// rules.
func (m *Model) begin(s settings.Setting) {
	text := s.Text()
	if s.Saved != nil {
		text = s.Knob.Format(*s.Saved)
	}
	m.editing = &editing{knob: s.Knob, before: text, line: prompt.New(pane.Say("%s = ", s.Knob.Key), text)}
	m.divide()
}

// name begins to type the name of a provider.
func (m *Model) name() tea.Cmd {
	if m.actions.Save == nil {
		return pane.Notice(pane.Info, "settings cannot be changed here")
	}
	provider := ""
	if s := m.scene.Snapshot; s != nil {
		provider = s.Model.Provider
	}
	m.editing = &editing{naming: true, line: prompt.New("idle interval of provider ", provider)}
	m.divide()
	return nil
}

// Typing is the prompt being typed into, and what there is to say of the value.
func (m *Model) Typing() (*prompt.Line, sanitize.Safe) {
	if m.editing == nil {
		return nil, ""
	}
	return m.editing.line, ""
}

// typed takes a key while a value is typed.
func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	e := m.editing
	switch e.line.Key(msg) {
	case prompt.Cancelled:
		m.editing = nil
		m.divide()
		return pane.Notice(pane.Info, "nothing saved")
	case prompt.Done:
		return m.finish()
	}
	m.divide()
	return nil
}

// finish takes what was typed. What is not accepted stays to be corrected.
func (m *Model) finish() tea.Cmd {
	e := m.editing
	if e.naming {
		s, ok := m.scene.Settings.Get(settings.ProviderIdle + "." + e.line.Value())
		if !ok {
			return pane.Notice(pane.Warning, "a provider has a name")
		}
		m.begin(s)
		return nil
	}
	v, err := e.knob.Parse(e.line.Value())
	if err != nil {
		return pane.Notice(pane.Warning, pane.Say("%v", err))
	}
	m.editing = nil
	m.divide()
	if e.unchanged() {
		return pane.Notice(pane.Info, pane.Say("nothing is changed: %s stays at %s", e.knob.Key, e.before))
	}
	return m.actions.Save(route.Change{Key: e.knob.Key, Value: &v})
}

// unchanged reports whether the value is still the one that typing began with.
func (e *editing) unchanged() bool { return !e.naming && e.line.Value() == e.before }

// unset takes the saved value out.
func (m *Model) unset() tea.Cmd {
	s, ok := m.current()
	switch {
	case !ok:
		return nil
	case m.actions.Save == nil:
		return pane.Notice(pane.Info, "settings cannot be changed here")
	case s.Saved == nil && !ignoredSaved(s):
		return pane.Notice(pane.Info, pane.Say("%s is not saved", s.Knob.Key))
	}
	return m.actions.Save(route.Change{Key: s.Knob.Key})
}

// ignoredSaved reports whether a value is saved that is passed over.
func ignoredSaved(s settings.Setting) bool {
	for _, i := range s.Ignored {
		if i.Source == settings.FromSaved {
			return true
		}
	}
	return false
}

// undo takes the newest change back that has not been.
func (m *Model) undo() tea.Cmd {
	if len(m.changes) == 0 {
		return pane.Notice(pane.Info, "nothing was changed here that could be taken back")
	}
	last := m.changes[len(m.changes)-1]
	m.changes = m.changes[:len(m.changes)-1]
	return m.actions.Undo(last)
}

func (m *Model) saved(msg SavedMsg) tea.Cmd {
	var unparsable *route.UnparsableError
	switch {
	case errors.As(msg.Err, &unparsable) && msg.Saved.Value != nil:
		return m.askToReplace(msg.Saved.Change, unparsable)
	case msg.Err != nil:
		return pane.Notice(pane.Failure, pane.Say("nothing saved: %v", msg.Err))
	case msg.Saved.Same:
		return pane.Notice(pane.Info, pane.Say("%s is not saved", msg.Saved.Key))
	}
	m.changes = append(m.changes, msg.Saved)
	said := pane.Say("%s is no longer saved", msg.Saved.Key)
	if msg.Saved.Value != nil {
		m.wanted = msg.Saved.Key
		m.seek()
		said = pane.Say("%s saved", msg.Saved.Key)
	}
	if msg.Saved.Kept != "" {
		said += pane.Say("; the old file is now %s", msg.Saved.Kept)
	}
	return pane.Notice(pane.Info, said+pane.Say("; %s", msg.Saved.Seen))
}

func (m *Model) undone(msg UndoneMsg) tea.Cmd {
	if msg.Err != nil {
		return pane.Notice(pane.Failure, pane.Say("not taken back: %v", msg.Err))
	}
	return pane.Notice(pane.Info, pane.Say("%s is again as it was; %s", msg.Saved.Key, msg.Saved.Seen))
}

// askToReplace asks whether a file that does not parse may be replaced.
func (m *Model) askToReplace(c route.Change, broken *route.UnparsableError) tea.Cmd {
	c.Replace = true
	facts := []cost.Fact{
		{Label: "file", Value: broken.Path},
		{Label: "wrong", Value: broken.Err.Error()},
		{Label: "yes", Value: "saves this setting alone; what the file holds is kept beside it"},
		{Label: "no", Value: "leaves the file to be corrected by hand"},
	}
	return dialog.Ask(dialog.Question{
		Title: "Replace the settings file?", Yes: "replace it", Do: m.actions.Save(c),
		Draw: dialog.Only(facts),
	})
}
