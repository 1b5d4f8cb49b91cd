package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cfold/engine/live"
	"cfold/watch/feed"
	"cfold/watch/host"
	"cfold/watch/route"
)

// desk is a model that can write, on the session most tests show.
type desk struct {
	*Model
	t           *testing.T
	path, index string
	settings    string
	window      int
}

func newDesk(t *testing.T, width, height int) *desk {
	t.Helper()
	d := &desk{t: t, window: 20000}
	d.path, d.index = newStory(t).write()
	d.settings = filepath.Join(t.TempDir(), "agent", "context-fold.json")
	o := Options{Theme: plain(), Desk: &route.Desk{
		Now: func() time.Time { return shown }, Processes: host.Under(t.TempDir()), Settings: d.settings,
	}}
	d.Model = New(o, ports{now: func() time.Time { return shown }, getenv: func(string) string { return "" }, terminal: new(strings.Builder)}, shown)
	d.sized(width, height)
	d.reload(nil)
	return d
}

// reload shows the session as it is now, as an update that change has changed.
func (d *desk) reload(change func(u *feed.Update)) *live.Snapshot {
	d.t.Helper()
	u := loaded(d.t, d.path, d.index, d.window)
	if change != nil {
		change(&u)
	}
	run(d.Model, updatedMsg{u})
	return u.Snapshot
}

func (d *desk) read(path string) string {
	d.t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		d.t.Fatal(err)
	}
	return string(data)
}

// says checks that a text stands in the frame.
func (d *desk) says(text string) {
	d.t.Helper()
	if frame := d.View(); !strings.Contains(frame, text) {
		d.t.Fatalf("there is no %q in\n%s", text, frame)
	}
	check(d.t, d.Model, text)
}
