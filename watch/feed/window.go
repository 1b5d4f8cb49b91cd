package feed

import (
	"time"

	"cfold/engine/cache"
	"cfold/engine/live"
	"cfold/engine/seed"
	"cfold/watch/host"
)

// windows finds the size of a session's context window, best source first: what
// a linked Pi says, what the user says, what the seed index recorded, what Pi's own
// files say of the model.
type windows struct {
	override int
	models   host.Models
	known    map[cache.Model]host.Window
}

func newWindows(o Options) *windows {
	path, _ := o.environ("PATH")
	install, _ := host.FindPi(path) // without one there is no catalogue to ask
	return &windows{override: o.Window, models: host.Models{Agent: o.place().Agent, Install: install}, known: map[cache.Model]host.Window{}}
}

// of is the window for a snapshot. A record from before the model was changed
// gives way to what is known of the new model.
func (w *windows) of(p *live.Snapshot, u *Update) host.Window {
	if n := window(u.Link); n > 0 {
		return host.Window{Tokens: n, Source: "link"}
	}
	if w.override > 0 {
		return host.Window{Tokens: w.override, Source: "--window"}
	}
	recorded, at := recordedWindow(u.Index)
	if recorded > 0 && !changedSince(p, at) {
		return host.Window{Tokens: recorded, Source: "seed index"}
	}
	if found := w.ofModel(p.Model); found.Tokens > 0 || recorded == 0 {
		return found
	}
	return host.Window{Tokens: recorded, Source: "seed index, before the model changed"}
}

// ofModel asks Pi's files, once per model.
func (w *windows) ofModel(m cache.Model) host.Window {
	if m == (cache.Model{}) {
		return host.Window{}
	}
	found, ok := w.known[m]
	if !ok {
		found, _ = w.models.Window(m.Provider, m.ID) // a file that cannot be read knows nothing; doctor names it
		w.known[m] = found
	}
	return found
}

// recordedWindow is the window of the newest record that names one, and when it
// was made, in milliseconds since 1970.
func recordedWindow(index *seed.Log) (tokens int, at int64) {
	if index == nil {
		return 0, 0
	}
	records := index.Records()
	for i := len(records) - 1; i >= 0; i-- {
		if n := records[i].Usage.ContextWindow; n > 0 {
			if t, err := time.Parse(time.RFC3339, records[i].At); err == nil {
				at = t.UnixMilli()
			}
			return n, at
		}
	}
	return 0, 0
}

// changedSince reports whether the branch went to another model after a time.
func changedSince(p *live.Snapshot, at int64) bool {
	for i := len(p.Rows) - 1; i >= 0 && p.Rows[i].At > at; i-- {
		if p.Rows[i].Marked(cache.MarkModel) {
			return true
		}
	}
	return false
}

// snapshot reads a state under the settings, the seed index and the window that
// its own model has. have is the window of the snapshot before, which is most
// often right.
func (w *windows) snapshot(s *live.State, u *Update, have host.Window) (*live.Snapshot, host.Window) {
	for {
		p := s.Snapshot(live.Config{Settings: u.Settings, Window: have.Tokens, WindowSource: have.Source, Index: u.Index})
		now := w.of(p, u)
		if now == have {
			return p, have
		}
		have = now
	}
}
