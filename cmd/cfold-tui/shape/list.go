package shape

import (
	"time"

	"cfold/engine/settings"
	"cfold/watch/sessions"
)

// Session is one session as listed.
type Session struct {
	ID       Text      `json:"id"`
	Path     Text      `json:"path"`
	Cwd      Text      `json:"cwd"`
	Name     Text      `json:"name"`
	Prompt   Text      `json:"prompt"`
	Modified time.Time `json:"modified"`
	Size     int64     `json:"size"`
	// UsageTokens is null where it is not measured, Folds where the session was
	// not read.
	UsageTokens *int `json:"usage_tokens"`
	Folds       *int `json:"folds"`
}

// SessionOf is a session as listed, its figures left out.
func SessionOf(i sessions.Info) Session {
	return Session{
		ID: Text(i.ID), Path: Text(i.Path), Cwd: Text(i.Cwd), Name: Text(i.Name), Prompt: Text(i.Prompt),
		Modified: i.Modified.UTC(), Size: i.Size,
	}
}

// Setting is one knob as it stands.
type Setting struct {
	Key     string          `json:"key"`
	Value   settings.Value  `json:"value"`
	Source  string          `json:"source"`
	Default settings.Value  `json:"default"`
	Saved   *settings.Value `json:"saved"`
	// Shadowed says the environment rules over a saved value.
	Shadowed    bool      `json:"shadowed"`
	Environment string    `json:"environment"`
	Accepts     string    `json:"accepts"`
	Ignored     []Ignored `json:"ignored"`
}

// Ignored is a value that is there and not accepted.
type Ignored struct {
	Source string `json:"source"`
	Text   Text   `json:"text"`
	Reason Text   `json:"reason"`
}

// SettingOf is a setting as it is printed.
func SettingOf(s settings.Setting) Setting {
	v := Setting{
		Key: s.Knob.Key, Value: s.Value, Source: string(s.Source), Default: s.Knob.Default, Saved: s.Saved,
		Shadowed: s.Shadowed, Environment: s.Knob.Env, Accepts: s.Knob.Accepts(), Ignored: []Ignored{},
	}
	for _, i := range s.Ignored {
		v.Ignored = append(v.Ignored, Ignored{string(i.Source), Text(i.Text), Text(i.Reason)})
	}
	return v
}

// Seed is a handoff seed.
type Seed struct {
	Parent   Text   `json:"parent"`
	Goal     Text   `json:"goal"`
	Records  int    `json:"records"`
	Markdown Text   `json:"markdown"`
	Notices  []Text `json:"notices"`
}

// Check is one finding of doctor: status ok, note or problem.
type Check struct {
	Check  string `json:"check"`
	Status string `json:"status"`
	Detail Text   `json:"detail"`
	Hint   string `json:"hint,omitempty"`
}
