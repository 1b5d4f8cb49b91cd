package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const header3 = `{"type":"session","version":3,"id":"s","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w","parentSession":"/p.jsonl"}`

// entry is an entry's line; rest is its members beyond id, parent and time.
func entry(id, parent, rest string) string {
	link := "null"
	if parent != "" {
		link = fmt.Sprintf("%q", parent)
	}
	return fmt.Sprintf(`{"type":%s,"id":%q,"parentId":%s,"timestamp":"2025-01-01T00:00:01.000Z"}`, rest, id, link)
}

func user(id, parent, text string) string {
	return entry(id, parent, fmt.Sprintf(`"message","message":{"role":"user","content":%q,"timestamp":1}`, text))
}

func build(lines ...string) (*Index, *bytes.Reader) {
	x := NewIndex()
	at := 0
	for _, line := range lines {
		x.Append([]byte(line), int64(at))
		at += len(line) + 1
	}
	return x, bytes.NewReader([]byte(strings.Join(lines, "\n") + "\n"))
}

// names lists entries by id, by number where they have none.
func names(x *Index, list []int32) string {
	var out []string
	for _, i := range list {
		if id := x.ID(int(i)); id != "" {
			out = append(out, id)
		} else {
			out = append(out, fmt.Sprint(i))
		}
	}
	return strings.Join(out, " ")
}

// context lists what is projected at the leaf, omitted entries left out, the edit
// in force beside its target.
func context(x *Index) string {
	var out []string
	for _, item := range x.Project(x.Branch(x.Leaf())) {
		name := names(x, []int32{int32(item.Entry)})
		switch {
		case item.Omit:
			continue
		case item.Edit != None:
			name += "/" + x.ID(int(item.Edit))
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func TestHeader(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       Header
	}{
		{"version 3", header3, Header{ID: "s", Version: 3, Time: 1735689600000, CWD: "/w", ParentSession: "/p.jsonl"}},
		{"no version", `{"type":"session","id":"s"}`, Header{ID: "s", Version: 1}},
		{"any order of keys", `{"cwd":"/w","id":"s","version":2,"type":"session"}`, Header{ID: "s", Version: 2, CWD: "/w"}},
		{"a newer version", `{"type":"session","version":9,"id":"s"}`, Header{ID: "s", Version: 9}},
		{"no id", `{"type":"session","version":3}`, Header{}},
		{"an id that is no string", `{"type":"session","version":3,"id":7}`, Header{}},
		{"another entry", user("a", "", "x"), Header{}},
	} {
		x, _ := build("", "{torn", c.line, `{"type":"session","version":3,"id":"later"}`)
		if x.Header() != c.want {
			t.Errorf("%s: %+v", c.name, x.Header())
		}
	}
	if x, _ := build("", "\ufeff"+header3); x.Header() != (Header{}) {
		t.Error("a header behind a byte order mark was read")
	}
}

func TestCounts(t *testing.T) {
	x, _ := build(header3, "", " \t\r", user("a", "", "x"), `{"type":"mess`, `{"type":"message"}{"type":"message"}`, "null", "[]", "\x00",
		entry("b", "a", `"new_thing"`), entry("c", "b", `"message","message":{"role":"odd"}`), entry("d", "c", `"message","message":null`), header3, "\xff{}",
		entry("e", "d", `"message","message":{"role":"hookMessage"}`))
	want := Counts{Lines: 15, Entries: 5, Headers: 2, Blank: 2, Malformed: 6, Unknown: 3}
	if x.Counts() != want {
		t.Errorf("counted %+v, want %+v", x.Counts(), want)
	}
}

// Every line is accounted for once, whatever it is.
func TestEveryLineCountsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.OneOf(rapid.SampledFrom([]string{"", header3, user("a", "", "x"), entry("b", "a", `"leaf","targetId":"a"`), "{}", `{"type":5}`, `{"type":"session"}`}), rapid.String())
		lines := rapid.SliceOfN(line, 0, 20).Draw(t, "lines")
		x := NewIndex()
		made := 0
		for n, l := range lines {
			malformed := x.Counts().Malformed
			i, _ := x.Append([]byte(l), int64(n))
			if i != None {
				if i != made {
					t.Fatalf("line %d made entry %d, want %d", n, i, made)
				}
				made++
			}
			if x.Counts().Malformed > malformed && json.Valid([]byte(l)) && strings.HasPrefix(strings.TrimSpace(l), "{") {
				t.Fatalf("the object %q was passed over", l)
			}
		}
		c := x.Counts()
		if c.Lines != len(lines) || c.Lines != c.Entries+c.Headers+c.Blank+c.Malformed || c.Entries != made || x.Len() != made || c.Unknown > c.Entries {
			t.Fatalf("%d lines, %d entries counted as %+v", len(lines), made, c)
		}
	})
}

func TestTree(t *testing.T) {
	leaf := func(id, parent, target string) string { return entry(id, parent, `"leaf","targetId":`+target) }
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"one line", []string{user("a", "", "")}, "a"},
		{"a chain", []string{user("a", "", ""), user("b", "a", ""), user("c", "b", "")}, "a b c"},
		{"the last entry leads", []string{user("a", "", ""), user("b", "a", ""), user("c", "a", "")}, "a c"},
		{"two writers", []string{user("a", "", ""), user("b", "a", ""), user("x", "a", ""), user("c", "b", ""), user("y", "x", "")}, "a x y"},
		{"a new root", []string{user("a", "", ""), user("b", "", "")}, "b"},
		{"an unknown parent", []string{user("a", "", ""), user("b", "gone", ""), user("c", "b", "")}, "b c"},
		{"a parent that comes later", []string{user("b", "a", ""), user("a", "", ""), user("c", "b", "")}, "a b c"},
		{"a repeated id replaces", []string{user("a", "", "1"), user("b", "a", ""), user("a", "", "2"), user("c", "b", "")}, "a b c"},
		{"its own parent", []string{user("a", "a", "")}, "a"},
		{"a circle", []string{user("a", "c", ""), user("b", "a", ""), user("c", "b", "")}, "a b c"},
		{"a circle entered elsewhere", []string{user("a", "c", ""), user("b", "a", ""), user("c", "b", ""), user("d", "b", "")}, "c a b d"},
		{"a repeat under its own child", []string{user("a", "", ""), user("b", "a", ""), user("a", "b", ""), user("c", "b", "")}, "a b c"},
		{"a leaf entry moves back", []string{user("a", "", ""), user("b", "a", ""), leaf("l", "b", `"a"`)}, "a"},
		{"an entry after a leaf entry", []string{user("a", "", ""), user("b", "a", ""), leaf("l", "b", `"a"`), user("c", "a", "")}, "a c"},
		{"a leaf entry to nowhere", []string{user("a", "", ""), leaf("l", "a", `"gone"`)}, "a l"},
		{"a leaf entry to null", []string{user("a", "", ""), leaf("l", "a", `null`)}, "a l"},
		{"unknown types take part", []string{user("a", "", ""), entry("n", "a", `"new_thing"`), user("b", "n", "")}, "a n b"},
		{"torn and glued lines", []string{user("a", "", ""), user("b", "a", "")[:40] + user("c", "b", ""), user("d", "c", "")}, "d"},
		{"no id", []string{user("a", "", ""), `{"type":"label","parentId":"a"}`}, "a 1"},
		{"ids with escapes", []string{user("a", "", ""), `{"type":"label","id":"\u0062","parentId":"\u0061"}`, user("c", "b", "")}, "a b c"},
		{"empty", nil, ""},
	} {
		x, file := build(append([]string{header3}, c.lines...)...)
		branch := x.Branch(x.Leaf())
		if got := names(x, branch); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		for _, i := range branch {
			if _, err := x.Read(file, int(i)); err != nil {
				t.Errorf("%s: reading entry %d: %v", c.name, i, err)
			}
		}
	}
}

func TestRepeatedID(t *testing.T) {
	x, file := build(header3, user("a", "", "old"), user("b", "a", ""), user("a", "", "new"), user("c", "b", ""))
	branch := x.Branch(x.Leaf())
	if !slices.Equal(branch, []int32{2, 1, 3}) {
		t.Fatalf("branch %v", branch)
	}
	if x.Entry(0).Repeat || !x.Entry(2).Repeat || x.Entry(3).Repeat || x.Lookup("a") != 2 {
		t.Error("the repeat is not the newest")
	}
	if raw, err := x.Read(file, 2); err != nil || raw.Get("message").Get("content").Text() != "new" {
		t.Errorf("read %s, %v", raw, err)
	}
}

// A walk over any links ends, lists no entry twice, and follows parents.
func TestAnyLinksMakeABranch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"})
		lines := []string{header3}
		for range rapid.IntRange(1, 12).Draw(t, "n") {
			lines = append(lines, user(id.Draw(t, "id"), id.Draw(t, "parent"), ""))
		}
		x, _ := build(lines...)
		for leaf := range x.Len() {
			branch := x.Branch(leaf)
			seen := map[int32]bool{}
			for n, i := range branch {
				if seen[i] {
					t.Fatalf("entry %d twice in %v of %q", i, branch, lines)
				}
				seen[i] = true
				if n > 0 && x.Parent(int(i)) != int(branch[n-1]) {
					t.Fatalf("%d does not follow %d in %q", i, branch[n-1], lines)
				}
			}
			if branch[len(branch)-1] != int32(leaf) {
				t.Fatalf("the branch of %d ends at %d", leaf, branch[len(branch)-1])
			}
			if root := x.Parent(int(branch[0])); root != None && !seen[int32(root)] {
				t.Fatalf("the branch of %d stops short of %d", leaf, root)
			}
		}
	})
}

// A chain of links that all lead to later lines costs what any other does; were
// the path searched at each link, this would take minutes.
func TestLongChainBackwards(t *testing.T) {
	x := NewIndex()
	x.Append([]byte(header3), 0)
	const n = 200000
	for i := range n {
		x.Append(fmt.Appendf(nil, `{"type":"label","id":"%d","parentId":"%d"}`, i, i+1), 0)
	}
	if got := len(x.Branch(0)); got != n {
		t.Errorf("%d entries on the branch", got)
	}
}

func TestVersionOne(t *testing.T) {
	lines := []string{
		`{"type":"session","id":"s","timestamp":"2025-01-01T00:00:00.000Z"}`,
		`{"type":"message","message":{"role":"user","content":"one"}}`,
		`{"type":"message","message":{"role":"assistant","content":[]}}`,
		`{"type":"thinking_level_change","id":"x","parentId":"y","thinkingLevel":"high"}`,
		`{"type":"message","message":{"role":"hookMessage","content":"hook"}}`,
	}
	compaction := func(member string) string {
		return `{"type":"compaction","summary":"s","tokensBefore":5` + member + `}`
	}
	for _, c := range []struct{ name, member, want string }{
		{"kept from an entry on", `,"firstKeptEntryIndex":2`, "4 1 2 3 5"},
		{"kept from the first", `,"firstKeptEntryIndex":1`, "4 0 1 2 3 5"},
		{"the header is nothing kept", `,"firstKeptEntryIndex":0`, "4 5"},
		{"out of range", `,"firstKeptEntryIndex":99`, "4 5"},
		{"negative", `,"firstKeptEntryIndex":-1`, "4 5"},
		{"no number", `,"firstKeptEntryIndex":"2"`, "4 5"},
		{"an id means nothing", `,"firstKeptEntryId":"x"`, "4 5"},
		{"absent", ``, "4 5"},
	} {
		x, _ := build(append(lines[:5:5], compaction(c.member), lines[1])...)
		if got := context(x); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	x, file := build(lines...)
	if got := names(x, x.Branch(x.Leaf())); got != "0 1 2 3" {
		t.Errorf("branch %s", got)
	}
	raw, err := x.Read(file, 3)
	if err != nil {
		t.Fatal(err)
	}
	if m := Messages(raw, nil); len(m) != 1 || string(m[0]) != `{"role":"custom","content":"hook"}` {
		t.Errorf("a hook message becomes %s", m)
	}
}

func TestLongLine(t *testing.T) {
	long := user("long", "", strings.Repeat("0123456789abcdef", 20<<20/16))
	x, file := build(header3, long, user("b", "long", "x"))
	raw, err := x.Read(file, 0)
	if err != nil || len(raw) != len(long) {
		t.Fatalf("read %d bytes of %d, %v", len(raw), len(long), err)
	}
	if c := x.Counts(); c.Entries != 2 || c.Malformed != 0 {
		t.Errorf("counted %+v", c)
	}
}

func TestResponses(t *testing.T) {
	answer := func(id, parent, rest string) string {
		return entry(id, parent, `"message","message":{"role":"assistant","provider":"p","model":"m","content":[]`+rest+`}`)
	}
	x, _ := build(header3,
		answer("a", "", `,"stopReason":"stop","timestamp":77,"usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"totalTokens":12,"cost":{"input":0.5,"total":0.75}}`),
		answer("b", "a", `,"stopReason":"aborted","usage":{"input":1}`),
		answer("c", "b", `,"stopReason":"error","usage":{"input":1}`),
		answer("d", "c", `,"usage":{"input":0,"output":0}`),
		answer("e", "d", ``), answer("f", "e", `,"usage":null`),
		entry("g", "f", `"usage","kind":"cache_warm","provider":"p","model":"w","usage":{"input":9}`),
		user("h", "g", "x"), entry("i", "h", `"model_change","provider":"q","modelId":"n"`))
	var good, used []string
	responses := 0
	for i := range x.Len() {
		r, ok := x.Response(i)
		if !ok {
			continue
		}
		responses++
		if r.Good() {
			good = append(good, x.ID(r.Entry))
		}
		if r.HasUsage {
			used = append(used, x.ID(r.Entry))
		}
	}
	if !reflect.DeepEqual(good, []string{"a"}) || strings.Join(used, " ") != "a b c d g" || responses != 7 {
		t.Errorf("good %v, with usage %v of %d", good, used, responses)
	}
	r, ok := x.Response(0)
	if !ok || r.Usage.Total() != 12 || r.Usage.Prompt() != 8 || r.Started != 77 || r.Usage.Cost == nil || r.Usage.Cost.Total != 0.75 || r.Model.ID != "m" {
		t.Errorf("response %+v", r)
	}
	if r, ok := x.Response(6); !ok || r.Report != "cache_warm" || r.Model.ID != "w" {
		t.Errorf("report %+v, %v", r, ok)
	}
	if _, ok := x.Response(7); ok {
		t.Error("a user message is a response")
	}
	if m, ok := x.Model(8); !ok || m.Provider != "q" || m.ID != "n" {
		t.Errorf("model %+v, %v", m, ok)
	}
	if _, ok := x.Model(6); ok {
		t.Error("a usage entry sets the model")
	}
}
