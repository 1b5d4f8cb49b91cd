package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cfold/engine/journal"
	"cfold/engine/layer"
)

func TestAppendWritesTheLineThatPiWrites(t *testing.T) {
	for name, c := range map[string]struct {
		record journal.Record
		data   string
	}{
		"fold": {journal.FoldOf(layer.Record{BlockID: "r:1", Code: "0abc12", Tool: "bash", IsError: true, Bytes: 9, SHA256: "ff"}),
			`{"kind":"fold","entry":{"blockId":"r:1","code":"0abc12","tool":"bash","isError":true,"bytes":9,"sha256":"ff"}}`},
		"fold with full output": {journal.FoldOf(layer.Record{BlockID: "r:1", Code: "0abc12", Tool: "bash", Bytes: 9, SHA256: "ff", FullOutputPath: "/tmp/\"o\""}),
			`{"kind":"fold","entry":{"blockId":"r:1","code":"0abc12","tool":"bash","isError":false,"bytes":9,"sha256":"ff","fullOutputPath":"/tmp/\"o\""}}`},
		"layer": {journal.LayerOf(3, []layer.Digest{{ID: "r:1", Text: "a\nb\u2028<é>\xed\xa0\x80"}, {ID: "r:2", Text: ""}}),
			`{"kind":"layer","layer":{"seq":3,"entries":[{"id":"r:1","digestText":"a\nb` + "\u2028" + `<é>\ud800"},{"id":"r:2","digestText":""}]}}`},
		"unfold": {journal.UnfoldOf("r:1", "a:x:p0"), `{"kind":"unfold","ids":["r:1","a:x:p0"]}`},
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t, small)
			result := add(t, open(t, path, atNoon), c.record)
			want := `{"type":"custom","customType":"contextfold.fold","data":` + c.data + `,"id":"` + result.ID +
				`","parentId":"000000b1","timestamp":"2026-01-02T12:00:00.345Z"}` + "\n"
			if got := read(t, path); got != small+want {
				t.Errorf("the file gets\n%q, want\n%q", strings.TrimPrefix(got, small), want)
			}
			if result.Parent != "000000b1" || result.Offset != int64(len(small)) || result.Copies != 0 || result.Contested {
				t.Errorf("result %+v", result)
			}
		})
	}
}

func TestAppendFollowsTheLastEntry(t *testing.T) {
	torn := `{"type":"message","id":"000000c1","par`
	for name, c := range map[string]struct{ content, parent, gap string }{
		"after the header":            {headLine, "", ""},
		"after an entry":              {small, "000000b1", ""},
		"after a torn line":           {small + torn, "000000b1", "\n"},
		"after a torn line, ended":    {small + torn + "\n", "000000b1", ""},
		"after an entry without LF":   {strings.TrimSuffix(small, "\n"), "000000b1", "\n"},
		"after blanks and junk":       {small + "\n  \r\njunk\n[1]\n", "000000b1", ""},
		"after another header":        {small + headLine, "000000b1", ""},
		"after a repeated id":         {small + message("000000a1", "000000b1", "three"), "000000a1", ""},
		"after a fold":                {small + fold("000000f1", "000000b1", "r:1"), "000000f1", ""},
		"after a long line":           {small + message("000000c1", "000000b1", strings.Repeat("x", 300_000)), "000000c1", ""},
		"after an id to be escaped":   {small + message("q\"\\", "000000b1", "three"), `q"\`, ""},
		"in version 2":                {strings.Replace(small, `"version":3`, `"version":2`, 1), "000000b1", ""},
		"after folds only":            {headLine + strings.Replace(fold("000000f1", "x", "r:1"), `"x"`, "null", 1), "000000f1", ""},
		"after a fold without a data": {small + `{"type":"custom","customType":"contextfold.fold","id":"000000f1","parentId":"x"}` + "\n", "000000f1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t, c.content)
			result := add(t, open(t, path, atNoon), journal.UnfoldOf("r:1"))
			got, ours := read(t, path), c.content+c.gap
			if !strings.HasPrefix(got, ours+"{") || strings.Count(got[len(ours):], "\n") != 1 || !strings.HasSuffix(got, "\n") {
				t.Fatalf("the file becomes %q", got)
			}
			if result.Parent != c.parent || result.Offset != int64(len(ours)) || result.Copies != 0 {
				t.Errorf("result %+v, want parent %q", result, c.parent)
			}
			l := load(t, path)
			if leaf := l.Leaf(); l.ID(leaf) != result.ID || l.Parent(leaf) != l.Lookup(c.parent) || !l.set.Unfolded("r:1") {
				t.Errorf("the record is not where it should be in the tree")
			}
		})
	}
}

// between makes a clock that runs each of steps once, one at each reading. The
// journal reads the clock when it has read the parent and before it writes.
func between(steps ...func()) func() time.Time {
	return func() time.Time {
		if len(steps) > 0 {
			steps[0]()
			steps = steps[1:]
		}
		return noon
	}
}

func TestEntryThatSlipsInIsKept(t *testing.T) {
	for slips := 1; slips <= 4; slips++ {
		t.Run(fmt.Sprint(slips), func(t *testing.T) {
			path := file(t, small)
			p := &pi{path: path, leaf: "000000b1"}
			var steps []func()
			for range slips {
				steps = append(steps, func() { p.say(t, "slip") })
			}
			result := add(t, open(t, path, between(steps...)), journal.UnfoldOf("r:1"))
			l := load(t, path)
			l.mustReach(t, p.branch)
			if l.ID(l.Leaf()) != result.ID || !l.chain[result.ID] || result.Parent != p.leaf {
				t.Errorf("the newest entry is %s, not what the result %+v says", l.ID(l.Leaf()), result)
			}
			if result.Copies != slips || !result.Contested || l.Counts().Malformed != 0 {
				t.Errorf("result %+v, counts %+v", result, l.Counts())
			}
		})
	}
}

func TestOthersFoldThatSlipsInIsKept(t *testing.T) {
	path := file(t, small)
	result := add(t, open(t, path, between(func() { appendTo(t, path, fold("000000f1", "000000b1", "r:2")) })), journal.UnfoldOf("r:1"))
	if result.Parent != "000000f1" || result.Copies != 1 || !result.Contested {
		t.Errorf("result %+v", result)
	}
	load(t, path).mustReach(t, []string{"000000a1", "000000b1", "000000f1"})
}

func appendTo(t testing.TB, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAnotherWriterNeverGivesUp(t *testing.T) {
	path := file(t, small)
	p := &pi{path: path, leaf: "000000b1"}
	j := open(t, path, func() time.Time { p.say(t, "slip"); return noon })
	_, err := j.Append(journal.UnfoldOf("r:1"))
	mustBe(t, err, journal.ErrContended, path)
	if needs, err := journal.NeedsRepair(path); err != nil || !needs {
		t.Fatalf("needs repair: %v, %v", needs, err)
	}
	if _, err := open(t, path, atNoon).Repair(); err != nil {
		t.Fatal(err)
	}
	load(t, path).mustReach(t, p.branch)
}

func TestAppendsFollowEachOther(t *testing.T) {
	path := file(t, small)
	j := open(t, path, atNoon)
	p := &pi{path: path, leaf: "000000b1"}
	parent := p.leaf
	for i := range 20 {
		if i%5 == 4 {
			p.say(t, "meanwhile")
			parent = p.leaf
		}
		result := add(t, j, journal.UnfoldOf(fmt.Sprintf("r:%d", i)))
		if result.Parent != parent || result.Copies != 0 || result.Contested {
			t.Fatalf("append %d: %+v, want parent %s", i, result, parent)
		}
		parent = result.ID
	}
	l := load(t, path)
	l.mustReach(t, p.branch)
	for i := range 20 {
		if id := fmt.Sprintf("r:%d", i); !l.set.Unfolded(id) {
			t.Errorf("%s is not unfolded", id)
		}
	}
	if l.Counts().Malformed+l.Counts().Blank != 0 {
		t.Errorf("counts %+v", l.Counts())
	}
}

func TestNewIDsAreNew(t *testing.T) {
	path := file(t, small)
	seen, err := journal.Look(path)
	if err != nil {
		t.Fatal(err)
	}
	var refused []string
	j, err := journal.Open(path, seen, journal.Options{Now: atNoon, Known: func(id string) bool {
		if len(refused) < 3 {
			refused = append(refused, id)
			return true
		}
		return false
	}})
	if err != nil {
		t.Fatal(err)
	}
	result := add(t, j, journal.UnfoldOf("r:1"))
	if len(refused) != 3 || len(result.ID) != 8 {
		t.Fatalf("refused %q, used %q", refused, result.ID)
	}
	for _, id := range refused {
		if id == result.ID {
			t.Errorf("the known id %s is used", id)
		}
	}
}

func TestModificationTimeKeepsTheOrder(t *testing.T) {
	old, recent := noon.Add(-time.Hour), noon.Add(-time.Minute)
	for name, c := range map[string]struct {
		other time.Time // of the other session, zero for none
		ext   string
		slip  bool
		kept  bool
	}{
		"alone":                   {time.Time{}, "", false, false},
		"newest":                  {old.Add(-time.Hour), ".jsonl", false, false},
		"not newest":              {recent, ".jsonl", false, true},
		"same time":               {old, ".jsonl", false, true},
		"other kinds of file":     {recent, ".md", false, false},
		"not newest, Pi slips in": {recent, ".jsonl", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t, small)
			if !c.other.IsZero() {
				other := filepath.Join(filepath.Dir(path), "other"+c.ext)
				write(t, other, small)
				chtime(t, other, c.other)
			}
			chtime(t, path, old)
			clock := between(func() {
				if c.slip {
					appendTo(t, path, message("000000c1", "000000b1", "slip"))
				}
			})
			result := add(t, open(t, path, clock), journal.UnfoldOf("r:1"))
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if result.TimeKept != c.kept || info.ModTime().Equal(old) != c.kept {
				t.Errorf("kept %v, time %s; want kept %v", result.TimeKept, info.ModTime(), c.kept)
			}
		})
	}
}

func chtime(t testing.TB, path string, at time.Time) {
	t.Helper()
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}
