package sessions

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func env(pairs map[string]string) func(string) string {
	return func(key string) string { return pairs[key] }
}

func TestAgentDir(t *testing.T) {
	for value, want := range map[string]string{
		"": "/h/.pi/agent", "/x": "/x", "~": "/h", "~/x": "/h/x", "~x": "~x",
	} {
		if got := AgentDir(env(map[string]string{envAgentDir: value}), "/h"); got != want {
			t.Errorf("%q gives %q, want %q", value, got, want)
		}
	}
}

func TestLocate(t *testing.T) {
	home, cwd := t.TempDir(), t.TempDir()
	agent := filepath.Join(home, ".pi", "agent")
	own, project := filepath.Join(agent, "settings.json"), filepath.Join(cwd, ".pi", "settings.json")
	standard := Root{Path: filepath.Join(agent, "sessions"), Nested: true, Source: "default"}
	cases := []struct {
		name, env, own, project string
		want                    []Root
		notices                 int
	}{
		{name: "default", want: []Root{standard}},
		{"environment", "~/s", `{"sessionDir":"/own"}`, "", []Root{{Path: filepath.Join(home, "s"), Source: envSessionDir}, standard}, 0},
		{"own settings", "", "\uFEFF" + `{"sessionDir":"~/own"}`, `{}`, []Root{{Path: filepath.Join(home, "own"), Source: own}, standard}, 0},
		{"the project's first, relative", "", `{"sessionDir":"/own"}`, `{"sessionDir":"s"}`, []Root{{Path: filepath.Join(cwd, "s"), Source: project}, standard}, 0},
		{"the project takes it back", "", `{"sessionDir":"/own"}`, `{"sessionDir":""}`, []Root{standard}, 0},
		{"the project's does not parse", "", `{"sessionDir":"/own"}`, `{`, []Root{{Path: "/own", Source: own}, standard}, 1},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			write(t, own, test.own)
			write(t, project, test.project)
			for path, text := range map[string]string{own: test.own, project: test.project} {
				if text == "" {
					if err := os.Remove(path); err != nil {
						t.Fatal(err)
					}
				}
			}
			p := Locate(env(map[string]string{envSessionDir: test.env}), home, cwd)
			if diff := cmp.Diff(test.want, p.Roots); diff != "" || len(p.Notices) != test.notices {
				t.Errorf("%s%v", diff, p.Notices)
			}
			if p.Agent != agent || p.Cwd != cwd {
				t.Errorf("agent %s, cwd %s", p.Agent, p.Cwd)
			}
		})
	}
}

// house is a place with sessions of two directories, oldest first.
func house(t *testing.T) (p Place, mine, theirs string) {
	t.Helper()
	mine, theirs = t.TempDir(), t.TempDir()
	p = Locate(env(nil), t.TempDir(), mine)
	root := p.Roots[0].Path
	for i, s := range []struct{ folder, id, cwd string }{
		{"--mine--", "aa-1", mine},
		{"--mine--", "aa-2", mine},
		{"--wrong-folder--", "aa-22", mine},
		{"--theirs--", "bb-1", theirs},
		{"--mine--", "bb-2", theirs},
	} {
		path := filepath.Join(root, s.folder, s.id+".jsonl")
		write(t, path, header(s.id, s.cwd), user("prompt of "+s.id), "")
		age(t, path, time.Hour-time.Duration(i)*time.Minute)
	}
	write(t, filepath.Join(root, "--mine--", "junk.jsonl"), "junk\n")
	write(t, filepath.Join(root, "--mine--", "context-fold", "aa-1", "seed-index.jsonl"), "{}\n")
	write(t, filepath.Join(root, "stray.jsonl"), header("stray", mine))
	return p, mine, theirs
}

func TestList(t *testing.T) {
	p, _, _ := house(t)
	p.Roots = append(p.Roots, p.Roots[0], Root{Path: filepath.Join(t.TempDir(), "none")})
	list, err := p.List()
	var ids []string
	for _, info := range list {
		ids = append(ids, info.ID)
	}
	if want := []string{"bb-2", "bb-1", "aa-22", "aa-2", "aa-1"}; !slices.Equal(ids, want) || err != nil {
		t.Errorf("got %v, %v; want %v", ids, err, want)
	}
}

func TestNewestFor(t *testing.T) {
	p, mine, theirs := house(t)
	for cwd, want := range map[string]string{mine: "aa-22", theirs: "bb-2", mine + "/.": "aa-22"} {
		if got, err := p.NewestFor(cwd); got.ID != want || err != nil {
			t.Errorf("got %s, %v; want %s", got.ID, err, want)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(mine, link); err != nil {
		t.Skip(err)
	}
	if got, err := p.NewestFor(link); got.ID != "aa-22" || err != nil {
		t.Errorf("through a link: %s, %v", got.ID, err)
	}
	got, err := p.NewestFor(filepath.Dir(mine))
	if !errors.Is(err, ErrNone) || got.Path != "" {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestNewestForLooksWhereItsPiDoes: with a session folder of one's own "pi -c"
// takes nothing from the default one.
func TestNewestForLooksWhereItsPiDoes(t *testing.T) {
	p, mine, _ := house(t)
	flat := t.TempDir()
	p.Roots = append([]Root{{Path: flat}}, p.Roots...)
	if got, err := p.NewestFor(mine); !errors.Is(err, ErrNone) {
		t.Errorf("got %v, %v", got, err)
	}
	write(t, filepath.Join(flat, "x.jsonl"), header("flat", mine))
	if got, err := p.NewestFor(mine); got.ID != "flat" || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestResolve(t *testing.T) {
	p, mine, _ := house(t)
	file := filepath.Join(p.Roots[0].Path, "--theirs--", "bb-1.jsonl")
	write(t, filepath.Join(mine, "here.jsonl"), header("here", mine))
	write(t, filepath.Join(mine, "noext"), header("noext-id", mine))
	cases := []struct {
		arg, id string
		err     error
	}{
		{file, "bb-1", nil},
		{"here.jsonl", "here", nil},
		{"./noext", "noext-id", nil},
		{"noext", "noext-id", nil},
		{"aa-1", "aa-1", nil},
		{"aa-2", "aa-2", nil}, // exact, though aa-22 begins so
		{"aa-22", "aa-22", nil},
		{"bb-", "", ErrAmbiguous},
		{"aa", "", ErrAmbiguous},
		{"", "", ErrUnknownID},
		{"zz", "", ErrUnknownID},
		{"stray", "", ErrUnknownID},
		{"none.jsonl", "", ErrMissing},
		{file + "x", "", ErrMissing},
		{mine + "/", "", ErrDirectory},
		{filepath.Join(p.Roots[0].Path, "--mine--", "junk.jsonl"), "", ErrNotSession},
	}
	for _, test := range cases {
		got, err := p.Resolve(test.arg)
		if got.ID != test.id || !errors.Is(err, test.err) || test.err == nil && err != nil {
			t.Errorf("%q gives %q, %v; want %q, %v", test.arg, got.ID, err, test.id, test.err)
		}
		if err != nil && (got.Path != "" || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%q: %q", test.arg, err)
		}
	}
	_, err := p.Resolve("bb")
	if line := err.Error(); !strings.Contains(line, "bb-1") || !strings.Contains(line, "bb-2") {
		t.Errorf("candidates are not named: %s", line)
	}
}
