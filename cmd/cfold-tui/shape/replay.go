package shape

import (
	"encoding/json"
	"io"

	"cfold/engine/cache"
	"cfold/engine/replay"
	"cfold/engine/session"
	"cfold/engine/settings"
)

// Replay is a whole replay.
type Replay struct {
	Window int `json:"window"`
	// WindowAssumed says that nothing knows the window: it is the default.
	WindowAssumed bool                      `json:"window_assumed,omitempty"`
	Settings      map[string]settings.Value `json:"settings,omitempty"`
	Calls         []Call                    `json:"calls"`
	Layers        []Layer                   `json:"layers"`
	Records       []json.RawMessage         `json:"records"`
	Telemetry     cache.Figures             `json:"telemetry"`
	Notices       []Text                    `json:"notices,omitempty"`
}

// Call is one model call of a replay.
type Call struct {
	Entry    Text   `json:"entry,omitempty"`
	Messages int    `json:"messages"`
	Reported *int   `json:"reported"`
	State    string `json:"state"`
	Figures
	Layer *int `json:"layer"`
	// ViewSHA256 is the hash of the outgoing messages.
	ViewSHA256 string `json:"viewSha256"`
}

// ReplayOf is a replay as it is printed. The error is that of reading the session.
func ReplayOf(r replay.Result, x *session.Index, file io.ReaderAt, window int, set map[string]settings.Value) (Replay, error) {
	v := Replay{Window: window, Settings: set, Calls: []Call{}, Layers: []Layer{}, Records: []json.RawMessage{}, Telemetry: r.Figures}
	for _, c := range r.Calls {
		v.Calls = append(v.Calls, callOf(c, x))
	}
	for _, l := range r.Layers {
		v.Layers = append(v.Layers, LayerOf(l))
	}
	records, err := r.Records(x, file, window)
	if err != nil {
		return Replay{}, err
	}
	for _, record := range records {
		v.Records = append(v.Records, record.AppendJSON(nil))
	}
	return v, nil
}

func callOf(c replay.Call, x *session.Index) Call {
	v := Call{
		Entry: Text(x.ID(c.Entry)), Messages: c.Messages, State: c.Frame.State.String(),
		Figures: figuresOf(c.Frame), ViewSHA256: c.ViewSHA256,
	}
	if c.Reported.Known {
		v.Reported = &c.Reported.Tokens
	}
	if c.Layer > 0 {
		v.Layer = &c.Layer
	}
	return v
}
