package control

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cfold/cmd/cfold-tui/demo"
	"cfold/cmd/e2e"
	"cfold/cmd/e2e/term"
	"cfold/engine/live"
	"cfold/watch/config"
	"cfold/watch/feed"
)

// sizes are those every journey is taken at: a narrow pane beside the agent, and a
// wide one.
var sizes = [][2]int{{48, 24}, {140, 36}}

// everySize runs a journey at each size.
func everySize(t *testing.T, journey func(t *testing.T, d *desk)) {
	e2e.Require(t, "tmux")
	for _, s := range sizes {
		t.Run(fmt.Sprintf("%dx%d", s[0], s[1]), func(t *testing.T) {
			d := newDesk(t)
			d.width, d.height = s[0], s[1]
			journey(t, d)
		})
	}
}

// desk is a home with a session in it, which no Pi has open, and the program on a
// screen.
type desk struct {
	*term.Pane
	t             *testing.T
	server        *term.Server
	home, path    string
	width, height int
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	file, err := demo.Create(demo.New(time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Remove()
	if err := file.Finish(); err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, home: e2e.ShortDir(t)}
	if err := os.CopyFS(filepath.Join(d.home, "s"), os.DirFS(file.Dir)); err != nil {
		t.Fatal(err)
	}
	d.path = filepath.Join(d.home, "s", strings.TrimPrefix(file.Path, file.Dir))
	return d
}

// open shows the session.
func (d *desk) open() {
	d.t.Helper()
	d.server = term.Start(d.t, "")
	d.Pane = d.server.Open(term.Command{
		Args: []string{e2e.Build(d.t), d.path}, Dir: d.home, Env: e2e.Environ(d.home),
	}, d.width, d.height)
	d.WaitForText("keys  q quit")
}

// keys sends keys one after the other.
func (d *desk) keys(keys ...string) { d.SendKeys(keys...) }

// replace types a text in place of what stands in a prompt.
func (d *desk) replace(text string) {
	d.SendKeys("C-e", "C-u")
	d.Type(text)
}

func (d *desk) settings() string { return config.Path(filepath.Join(d.home, ".pi", "agent")) }

// save writes the settings file from outside.
func (d *desk) save(text string) {
	d.t.Helper()
	if err := os.MkdirAll(filepath.Dir(d.settings()), 0o755); err != nil {
		d.t.Fatal(err)
	}
	d.write(d.settings(), text)
}

func (d *desk) write(path, text string) {
	d.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

// read is what a file holds, empty where there is none.
func (d *desk) read(path string) string {
	d.t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.t.Fatal(err)
	}
	return string(data)
}

// compact is what a JSON file holds without white space.
func (d *desk) compact(path string) string {
	return strings.NewReplacer("\n", "", "\t", "", " ", "").Replace(d.read(path))
}

// load reads the session afresh.
func (d *desk) load() *live.Snapshot {
	d.t.Helper()
	u, err := feed.Load(feed.Options{
		Session: d.path, Cwd: d.home, Agent: filepath.Dir(d.settings()),
		Environ: func(string) (string, bool) { return "", false },
	})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { u.Close() })
	return u.Snapshot
}

// alive checks that the program goes on: it answers, and ends when it is told to.
func (d *desk) alive() {
	d.t.Helper()
	d.keys("?")
	d.WaitForText("Keys ·")
	d.keys("q")
	d.WaitForText("keys  q quit")
	d.keys("q")
	if code := d.WaitForExit(); code != 0 {
		d.t.Errorf("exit status %d", code)
	}
}
