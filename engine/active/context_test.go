package active

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/session"
)

const header = `{"type":"session","version":3,"id":"s","timestamp":"2025-01-01T00:00:00.000Z"}`

// line is an entry's line; rest is its type and what follows it.
func line(id, parent, rest string) string {
	link := "null"
	if parent != "" {
		link = fmt.Sprintf("%q", parent)
	}
	return fmt.Sprintf(`{"type":%s,"id":%q,"parentId":%s,"timestamp":"2025-01-01T00:00:01.000Z"}`, rest, id, link)
}

// chain links entries one after the other, called a, b, c and so on.
func chain(rests ...string) []string {
	lines := []string{header}
	for n, rest := range rests {
		parent := ""
		if n > 0 {
			parent = string(rune('a' + n - 1))
		}
		lines = append(lines, line(string(rune('a'+n)), parent, rest))
	}
	return lines
}

func open(lines []string) (*session.Index, *bytes.Reader) {
	x := session.NewIndex()
	at := 0
	for _, l := range lines {
		x.Append([]byte(l), int64(at))
		at += len(l) + 1
	}
	return x, bytes.NewReader([]byte(strings.Join(lines, "\n") + "\n"))
}

func load(t interface{ Fatalf(string, ...any) }, lines []string) *Context {
	x, file := open(lines)
	c := New(x, file, nil)
	if err := c.Move(x.Branch(x.Leaf())); err != nil {
		t.Fatalf("loading: %v", err)
	}
	return c
}

func user(units int) string {
	return fmt.Sprintf(`"message","message":{"role":"user","content":%q,"timestamp":1}`, strings.Repeat("u", units))
}

func answer(rest string) string {
	return `"message","message":{"role":"assistant","content":[{"type":"text","text":"12345678"}]` + rest + `}`
}

func system(text, rest string) string {
	return fmt.Sprintf(`"message","message":{"role":"system","content":%q,"timestamp":1%s}`, text, rest)
}

func TestUsage(t *testing.T) {
	const good = `,"usage":{"input":10,"output":20,"cacheRead":30,"cacheWrite":40}`
	edit := func(target string) string {
		return `"context_edit","targetId":"` + target + `","replacement":{"content":"xxxx"}`
	}
	compaction := func(kept string) string {
		return `"compaction","summary":"12345678","tokensBefore":5,"firstKeptEntryId":"` + kept + `"`
	}
	for _, c := range []struct {
		name  string
		lines []string
		want  int
		known bool
	}{
		{"nothing", chain(), 0, true},
		{"no response: the sum of estimates", chain(user(5), user(8)), 2 + 2, true},
		{"the last good response and what follows", chain(user(40), answer(good), user(5)), 100 + 2, true},
		{"its total where it names one", chain(answer(`,"usage":{"input":1,"totalTokens":77}`)), 77, true},
		{"a total of 0 is none", chain(answer(`,"usage":{"input":3,"totalTokens":0}`)), 3, true},
		{"aborted and errored ones are passed over", chain(answer(good), answer(`,"stopReason":"aborted","usage":{"input":9}`), answer(`,"stopReason":"error","usage":{"input":9}`)), 100 + 2 + 2, true},
		{"so are those of nothing", chain(user(4), answer(`,"usage":{"input":0,"output":0}`)), 1 + 2, true},
		{"and those without", chain(user(4), answer(``)), 1 + 2, true},
		{"a usage entry is no response", chain(user(4), `"usage","kind":"cache_warm","usage":{"input":99}`), 1, true},
		{"an edit voids the response", chain(user(40), answer(good), edit("a")), 1 + 2, true},
		{"until another one", chain(user(40), answer(good), edit("a"), answer(good), user(4)), 100 + 1, true},
		{"an edit of nothing does, too", chain(user(40), answer(good), edit("gone")), 10 + 2, true},
		{"after a compaction unknown", chain(user(4), answer(good), compaction("b")), 0, false},
		{"an answer without usage does not help", chain(user(4), compaction("a"), answer(``)), 0, false},
		{"unknown wins over the sum", chain(user(4), compaction("a"), edit("a")), 0, false},
		{"a good one does", chain(user(4), compaction("a"), answer(good), user(4)), 100 + 1, true},
		{"and an edit after that", chain(user(4), compaction("a"), answer(good), edit("a")), 2 + 1 + 2, true},
		{"a system message counts once in the sum", chain(system("12345678", ``), system("1234", ``), user(4)), 4 + 1, true}, // "12345678\n\n1234" is 14 units
		{"sections and tools by name", chain(system("", `,"sections":{"a":"1234","b":"12345678"},"toolsAdded":[{"name":"x"},{"name":"y"}]`), system("", `,"sections":{"a":null,"b":"12"},"toolsRemoved":[{"name":"y"}]`)), (2 + len(`[{"name":"x"}]`) + 3) / 4, true},
		{"after a response it counts as it stands", chain(answer(good), system("12345678", `,"sections":{"a":"1234"},"toolsAdded":[]`)), 100 + (8+4+2+3)/4, true},
		{"images count 4800", chain(`"message","message":{"role":"toolResult","toolCallId":"c","content":[{"type":"image"},{"type":"text","text":"1234"}]}`), 1201, true},
		{"an assistant's calls and thinking", chain(`"message","message":{"role":"assistant","content":[{"type":"thinking","thinking":"1234"},{"type":"toolCall","name":"ls","arguments":{"a": 1.0}},{"type":"toolCall","name":"x","arguments":null},{"type":"odd","text":"1234"}]}`), (4 + 2 + len(`{"a":1}`) + 1 + len("null") + 3) / 4, true},
		{"shell executions", chain(`"message","message":{"role":"bashExecution","command":"ls","output":"12"}`), 1, true},
		{"summaries", chain(`"branch_summary","fromId":"x","summary":"12345"`), 2, true},
		{"custom messages", chain(`"custom_message","customType":"c","content":"12345"`), 2, true},
		{"unknown roles nothing", chain(`"message","message":{"role":"odd","content":"12345"}`), 0, true},
	} {
		got := load(t, c.lines).Usage()
		if got != (Reported{c.want, c.known}) {
			t.Errorf("%s: %+v, want %d, %v", c.name, got, c.want, c.known)
		}
	}
}

func TestContextOfABranch(t *testing.T) {
	c := load(t, append(chain(system("s", ""), user(4), answer(`,"responseId":"R"`), `"label","targetId":"a"`,
		`"message","message":{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"`+strings.Repeat("x", 400)+`"}]}`),
		line("dead", "b", user(3)), line("f", "e", `"custom","customType":"x"`)))
	var ids []string
	for i := range c.Blocks() {
		ids = append(ids, c.Blocks()[i].ID)
	}
	if got := strings.Join(ids, " "); got != "u:1 a:R:p0 r:c" {
		t.Errorf("blocks %s", got)
	}
	if c.Messages() != 3 || c.Answered() != 3 || c.Repeats() != 0 || len(c.Entries()) != 6 {
		t.Errorf("%d messages, %d answered, %d repeats, %d entries", c.Messages(), c.Answered(), c.Repeats(), len(c.Entries()))
	}
	if f := c.Folded(); f[0] != 0 || f[1] != 0 || f[2] == 0 || f[2] >= c.Blocks()[2].Tokens {
		t.Errorf("folded %v", f)
	}
}

func TestSkippedBlocksAreNotPriced(t *testing.T) {
	lines := chain(`"message","message":{"role":"toolResult","toolCallId":"c","content":"some text"}`, `"message","message":{"role":"toolResult","toolCallId":"d","content":"some text"}`)
	x, file := open(lines)
	c := New(x, file, func(id string) bool { return id == "r:c" })
	if err := c.Move(x.Branch(x.Leaf())); err != nil {
		t.Fatal(err)
	}
	if f := c.Folded(); f[0] != 0 || f[1] == 0 {
		t.Errorf("folded %v", f)
	}
}

func TestOutgoing(t *testing.T) {
	c := load(t, chain(system("s", ""), user(1),
		`"message","message":{"role":"assistant","responseId":"R","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"x"}]}`,
		`"message","message":{"role":"toolResult","toolCallId":"c","content":"one"}`,
		`"message","message":{"role":"toolResult","toolCallId":"d","content":"two"}`,
		`"message","message":{"role":"toolResult","toolCallId":"d","content":"three"}`,
		`"context_edit","targetId":"b","replacement":{"content":"edited"}`,
		`"compaction","summary":"sum","firstKeptEntryId":"a","systemMessage":{"role":"system","content":"again"}`))
	var got []string
	for n := range c.Entries() {
		err := c.Outgoing(n, func(id string) (string, bool) { return "D " + id, true }, func(m jsjson.Raw) { got = append(got, string(m)) })
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		`{"role":"compactionSummary","summary":"sum","timestamp":1735689601000}`,
		`{"role":"user","content":"edited","timestamp":1}`,
		`{"role":"assistant","responseId":"R","content":[{"type":"thinking","thinking":"D a:R:p0"},{"type":"text","text":"D a:R:p1"}]}`,
		`{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"D r:c"}]}`,
		`{"role":"toolResult","toolCallId":"d","content":"two"}`, // two blocks of one id go out whole
		`{"role":"toolResult","toolCallId":"d","content":"three"}`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if c.Repeats() != 1 || c.Messages() != 6 {
		t.Errorf("%d repeats, %d messages", c.Repeats(), c.Messages())
	}
}

// content is all that a context shows.
func content(t interface{ Fatalf(string, ...any) }, c *Context, file *bytes.Reader) string {
	var b strings.Builder
	refs := c.Refs()
	for i := range c.Blocks() {
		text, err := refs.Text(file, i, &c.Blocks()[i])
		if err != nil {
			t.Fatalf("text of block %d: %v", i, err)
		}
		fmt.Fprintf(&b, "%+v %d %d %q\n", c.Blocks()[i], c.Folded()[i], refs.Entry(i), text)
	}
	fmt.Fprint(&b, c.Usage(), c.Messages(), c.Answered(), c.Leaf(), c.Repeats(), c.Branch(), c.Entries())
	return b.String()
}

// Whatever branches a context has stood at, it shows what one that has only ever
// stood at this one does; and what it handed out before stays.
func TestMovesLeaveNoTrace(t *testing.T) {
	rest := rapid.SampledFrom([]string{user(4), user(40), system("s", ""), answer(`,"responseId":"R","usage":{"input":50}`), answer(``), `"label","targetId":"a"`,
		`"message","message":{"role":"toolResult","toolCallId":"c","content":"one"}`, `"message","message":{"role":"toolResult","toolCallId":"d","content":"Error: two"}`,
		`"compaction","summary":"sum","firstKeptEntryId":"b"`, `"context_edit","targetId":"b","replacement":null`, `"context_edit","targetId":"c","replacement":{"content":"e"}`})
	rapid.Check(t, func(t *rapid.T) {
		lines := []string{header}
		// What stands before may be longer than what one mark is for.
		first := ""
		for n := range rapid.SampledFrom([]int{0, 0, marked - 3, 2*marked + 1}).Draw(t, "before") {
			id := fmt.Sprint(n)
			lines, first = append(lines, line(id, first, user(n%7))), id
		}
		lines = append(lines, line("a", first, user(4)))
		for n := range rapid.IntRange(2, 20).Draw(t, "entries") {
			parent := max(0, n-rapid.SampledFrom([]int{0, 0, 0, 1, 3}).Draw(t, "back"))
			lines = append(lines, line(string(rune('b'+n)), string(rune('a'+parent)), rest.Draw(t, "rest")))
		}
		x, file := open(lines)
		c := New(x, file, nil)
		type handed struct {
			blocks []block.Block
			folded []int
			was    string
		}
		var all []handed
		for range rapid.IntRange(1, 10).Draw(t, "moves") {
			branch := x.Branch(rapid.IntRange(0, x.Len()-1).Draw(t, "leaf"))
			before := append([]block.Block(nil), c.Blocks()...)
			c.Stable()
			if err := c.Move(branch); err != nil {
				t.Fatalf("moving: %v", err)
			}
			afresh := New(x, file, nil)
			if err := afresh.Move(branch); err != nil {
				t.Fatalf("loading: %v", err)
			}
			if got, want := content(t, c, file), content(t, afresh, file); got != want {
				t.Fatalf("at %v\n got %s\nwant %s\nof %s", branch, got, want, strings.Join(lines, "\n"))
			}
			stable := c.Stable()
			if !slices.Equal(before[:stable], c.Blocks()[:stable]) {
				t.Fatalf("the first %d blocks are not what they were", stable)
			}
			all = append(all, handed{c.Blocks(), c.Folded(), fmt.Sprint(c.Blocks(), c.Folded())})
		}
		for n, h := range all {
			if fmt.Sprint(h.blocks, h.folded) != h.was {
				t.Fatalf("what was handed out after move %d changed", n)
			}
		}
	})
}
