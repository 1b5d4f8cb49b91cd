package sessions

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// write writes a file, its folders with it.
func write(t testing.TB, path string, lines ...string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
}

// age sets how long ago path was modified.
func age(t *testing.T, path string, ago time.Duration) {
	t.Helper()
	at := time.Now().Add(-ago)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func header(id, cwd string) string {
	return fmt.Sprintf(`{"type":"session","version":3,"id":%q,"timestamp":"2026-01-02T03:04:05.006Z","cwd":%q}`, id, cwd)
}

func user(text string) string {
	return fmt.Sprintf(`{"type":"message","id":"00000001","parentId":null,"message":{"role":"user","content":[{"type":"text","text":%q}]}}`, text)
}

func name(text string) string {
	return fmt.Sprintf(`{"type":"session_info","id":"00000002","parentId":null,"name":%q}`, text)
}

func TestReadHeader(t *testing.T) {
	good := header("id-1", "/p")
	cases := []struct {
		name, text string
		want       error
	}{
		{"a header", good + "\n", nil},
		{"its LF still to come", good, nil},
		{"after blank and broken lines", "\n  \r\n{broken\n\x00\n" + good + "\n", nil},
		{"after values JavaScript holds for false", "null\n0\n-0.0\nfalse\n\"\"\n" + good + "\n", nil},
		{"repeated key, the last counts", `{"type":"x","type":"session","id":"id-1","cwd":"/p"}` + "\n", nil},
		{"nothing", "", ErrEmpty},
		{"blank lines", "\n\n", ErrEmpty},
		{"half a header", good[:30], ErrEmpty},
		{"another entry first", user("hi") + "\n" + good + "\n", ErrNotSession},
		{"a number first", "1\n" + good + "\n", ErrNotSession},
		{"an array first", "[]\n" + good + "\n", ErrNotSession},
		{"no id", `{"type":"session","version":3}` + "\n", ErrNotSession},
		{"a number for an id", `{"type":"session","id":7}` + "\n", ErrNotSession},
		{"keys in another case", `{"Type":"session","ID":"id-1"}` + "\n", ErrNotSession},
		{"a mark before the header, as Pi sees it", "\uFEFF" + good + "\n", ErrNotSession},
		{"text", "hello\nthere\n", ErrNotSession},
		{"too far in", strings.Repeat(" \n", headerLimit) + good, ErrNotSession},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			write(t, path, test.text)
			h, err := ReadHeader(path)
			if !errors.Is(err, test.want) || test.want == nil && err != nil {
				t.Fatalf("error %v, want %v", err, test.want)
			}
			if err == nil && (h.ID != "id-1" || h.Cwd != "/p") {
				t.Errorf("header %+v", h)
			}
		})
	}
}

func TestHeaderFields(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write(t, path, `{"type":"session","id":"old","timestamp":"yesterday","parentSession":"/p.jsonl"}`)
	h, err := ReadHeader(path)
	if want := (Header{Version: 1, ID: "old", Parent: "/p.jsonl"}); h != want || err != nil {
		t.Errorf("got %+v, %v", h, err)
	}
	write(t, path, header("new", "/p"))
	h, err = ReadHeader(path)
	if err != nil || h.Version != 3 || !h.Created.Equal(time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC)) {
		t.Errorf("got %+v, %v", h, err)
	}
}

func TestWhatIsNoSessionFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f.jsonl")
	write(t, file, "text\n")
	locked := filepath.Join(dir, "locked.jsonl")
	write(t, locked, header("id", "/p"))
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	cases := map[string]error{
		filepath.Join(dir, "none.jsonl"): ErrMissing,
		filepath.Join(file, "x.jsonl"):   ErrMissing,
		dir:                              ErrDirectory,
		file:                             ErrNotSession,
		os.DevNull:                       ErrNotRegular,
	}
	if os.Getuid() != 0 {
		cases[locked] = ErrUnreadable
	}
	for path, want := range cases {
		_, err := Describe(path)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
			continue
		}
		if line := err.Error(); !strings.Contains(line, path) || strings.ContainsAny(line, "\n\x1b") {
			t.Errorf("line %q", line)
		}
	}
}

func TestErrorsShowNothingRaw(t *testing.T) {
	p := Locate(func(string) string { return "" }, t.TempDir(), t.TempDir())
	for _, arg := range []string{"\x1b]0;title\a", "a\nb", "./\x1b[31m.jsonl", "\u202Eabc"} {
		_, err := p.Resolve(arg)
		if err == nil || strings.ContainsAny(err.Error(), "\x1b\a\n\u202E") {
			t.Errorf("%q gives %q", arg, err)
		}
	}
}

func TestDescribe(t *testing.T) {
	filler := strings.Repeat(user("filler filler filler")+"\n", 1+wholeLimit/len(user("filler filler filler")))
	assistant := `{"type":"message","id":"a","parentId":null,"message":{"role":"assistant","content":[{"type":"text","text":"the user said session_info"}]}}`
	cases := []struct {
		name        string
		lines       []string
		given, said string
	}{
		{"nothing yet", nil, "", ""},
		{"a prompt", []string{assistant, user(""), user(" \n  fix the\tbug \nplease"), user("more")}, "", "fix the\tbug"},
		{"a prompt that is plain text", []string{`{"type":"message","message":{"role":"user","content":"plain"}}`}, "", "plain"},
		{"after an image", []string{`{"type":"message","message":{"role":"user","content":[{"type":"image"},{"type":"text","text":"see"}]}}`}, "", "see"},
		{"content missing", []string{`{"type":"message","message":{"role":"user","content":null}}`, `{"type":"message","message":{"role":"user"}}`}, "", ""},
		{"the last name", []string{name("one"), user("hi"), name(" two ")}, "two", "hi"},
		{"a name taken back", []string{name("one"), user("hi"), name(" ")}, "", "hi"},
		{"a name quoted in a message", []string{user(name("not this"))}, "", name("not this")},
		{"torn last line", []string{user("hi"), name("one"), `{"type":"session_info","na`}, "one", "hi"},
		{"large, named early", []string{user("hi"), name("early"), filler}, "early", "hi"},
		{"large, named late", []string{user("hi"), name("early"), filler + name("late")}, "late", "hi"},
		{"large, first line long", []string{user(strings.Repeat("x", 2*headPart)), filler + name("late")}, "late", "filler filler filler"},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			write(t, path, append([]string{header("id", "/p")}, test.lines...)...)
			info, err := Describe(path)
			if err != nil || info.Name != test.given || info.Prompt != test.said {
				t.Fatalf("named %q, said %q, %v", info.Name, info.Prompt, err)
			}
			title := info.ID
			if test.said != "" {
				title = test.said
			}
			if test.given != "" {
				title = test.given
			}
			if stat, _ := os.Stat(path); info.Title() != title || info.Size != stat.Size() || !info.Modified.Equal(stat.ModTime()) {
				t.Errorf("got %+v", info)
			}
		})
	}
}

func TestSeedIndexPath(t *testing.T) {
	got := SeedIndexPath("/a/sessions/x.jsonl", "id")
	if want := "/a/sessions/context-fold/id/seed-index.jsonl"; got != want {
		t.Errorf("got %s", got)
	}
}
