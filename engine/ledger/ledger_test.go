package ledger_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/ledger"
	"cfold/engine/session"

	"github.com/google/go-cmp/cmp"
)

const header = `{"type":"session","version":3,"id":"s","timestamp":"2026-11-29T00:00:00.000Z","cwd":"/"}` + "\n"

// file is a session of the given entries' members, each the child of the one
// before unless it names a parent.
func file(entries ...string) []byte {
	var b strings.Builder
	b.WriteString(header)
	for i, members := range entries {
		id, parent := "e"+strconv.Itoa(i), `"e`+strconv.Itoa(i-1)+`"`
		if i == 0 {
			parent = "null"
		}
		if !strings.Contains(members, `"parentId"`) {
			members += `,"parentId":` + parent
		}
		fmt.Fprintf(&b, `{"id":%q,"timestamp":"2026-11-29T00:00:0%d.000Z",%s}`+"\n", id, i%10, members)
	}
	return []byte(b.String())
}

func message(m string) string { return `"type":"message","message":` + m }

func user(ts int, s string) string {
	return message(fmt.Sprintf(`{"role":"user","content":%q,"timestamp":%d}`, s, ts))
}

// whole is a file with everything a ledger has to tell apart.
func whole() []byte {
	return file(
		user(1, "hello"),
		message(`{"role":"assistant","responseId":"m1","content":[{"type":"other"},{"type":"thinking","thinking":"hm"},{"type":"text","text":""},{"type":"toolCall","id":"c1","name":"bash","arguments":null}]}`),
		message(`{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`),
		`"type":"custom_message","customType":"n","content":"no block, no place"`,
		message(`{"role":"user","content":"no timestamp"}`),
		user(9, "dead branch")+`,"parentId":"e2"`,
		message(`null`)+`,"parentId":"e4"`,
		message(`{"role":"bashExecution","command":"x","output":"a place, no block"}`),
		message(`{"role":"toolResult","content":[]}`),
		`"type":"branch_summary","fromId":"e5","summary":"left behind"`,
		`"type":"branch_summary","fromId":"e5","summary":""`,
		`"type":"compaction","summary":"in short","firstKeptEntryId":"e9","tokensBefore":5,"systemMessage":{"role":"system","content":"sys"}`,
		message(`{"role":"assistant","content":[{"type":"text","text":"placed"}]}`),
		user(1, "hello again"),
	)
}

func TestLedgerListsEveryBlockOfTheFile(t *testing.T) {
	type row struct {
		ID          string
		Kind        string
		Turn, Order int
		Text        string
		Durable     bool
	}
	want := []row{
		{"u:1", "user", 1, 0, "hello", true},
		{"a:m1:p1", "thinking", 1, 1, "hm", true},
		{"a:m1:p3", "tool_call", 1, 2, "bash {}", true},
		{"r:c1", "tool_result", 1, 3, "a\nb", true},
		{"m3:u", "user", 2, 4, "no timestamp", false},
		{"u:9", "user", 3, 5, "dead branch", true},
		{"m6:r", "tool_result", 3, 6, "", false},
		{"s:1795910409000", "text", 3, 7, "left behind", true},
		{"s:1795910401000", "text", 3, 8, "in short", true},
		{"m9:p0", "text", 3, 9, "placed", false},
		{"u:1", "user", 4, 10, "hello again", true},
	}
	l := build(t, whole())
	var got []row
	err := l.Each(func(i int, body string) bool {
		b := l.Block(i)
		single, err := l.Text(i)
		if err != nil || single != body {
			t.Errorf("Text(%d) is %q, %v; Each gave %q", i, single, err, body)
		}
		got = append(got, row{b.ID, b.Kind.String(), b.Turn, b.Order, body, b.Durable})
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFindGivesTheLastBlockOfAnID(t *testing.T) {
	l := build(t, whole())
	i, ok := l.Find("u:1")
	if body, err := l.Text(i); !ok || err != nil || body != "hello again" {
		t.Errorf("found %v: %q, %v", ok, body, err)
	}
	if _, ok := l.Find("u:2"); ok {
		t.Error("found an id that is not there")
	}
}

// Taking entries in as they arrive gives what reading the file at once gives.
func TestAddAgreesWithBuild(t *testing.T) {
	all := whole()
	x, l := session.NewIndex(), ledger.New(bytes.NewReader(all))
	at := 0
	for line := range bytes.SplitAfterSeq(all, []byte("\n")) {
		if i, parsed := x.Append(bytes.TrimSuffix(line, []byte("\n")), int64(at)); i != session.None {
			l.Add(x.Entry(i), parsed.Raw)
		}
		at += len(line)
	}
	if diff := cmp.Diff(build(t, all).Blocks(), l.Blocks()); diff != "" {
		t.Error(diff)
	}
}

func TestRowTellsWhatABlockIs(t *testing.T) {
	l := build(t, file(
		message(`{"role":"toolResult","toolCallId":"c1","isError":true,"content":[{"type":"text","text":"\ud800"},{"type":"image"}]}`),
		message(`{"role":"assistant","responseId":"m1","content":[{"type":"text","text":"hi"}]}`),
	))
	sum, _ := block.Hash("\uFFFD")
	hi, _ := block.Hash("hi")
	want := []string{
		`{"id":"r:c1","kind":"tool_result","turn":0,"order":0,"tokens":5,"len":1,"bytes":3,"sha256":"` + sum +
			`","tool":"tool","error":true,"opaque":true,"durable":true,"code":"` + block.Code("r:c1") + `"}`,
		`{"id":"a:m1:p0","kind":"text","turn":0,"order":1,"tokens":5,"len":2,"bytes":2,"sha256":"` + hi +
			`","durable":true,"code":"` + block.Code("a:m1:p0") + `","digest":"` + block.Tag(block.Code("a:m1:p0")) + ` hi","foldedTokens":9}`,
	}
	err := l.Each(func(i int, body string) bool {
		row := l.AppendRow(nil, i, body)
		if _, ok := jsjson.Scan(row); !ok || string(row) != want[i] {
			t.Errorf("row %d is %s, want %s", i, row, want[i])
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestARewrittenFileIsNoticed(t *testing.T) {
	all := file(user(1, "hello"), user(2, "world"))
	x := index(all)
	tests := []struct {
		name string
		now  []byte
		want error
	}{
		{"another text", bytes.Replace(all, []byte(`"world"`), []byte(`"w"    `), 1), session.ErrChanged},
		{"no message", bytes.Replace(all, []byte(`{"role":"user","content":"world","timestamp":2}`), []byte(`7                                              `), 1), session.ErrChanged},
		{"no JSON", bytes.Replace(all, []byte(`"world"`), []byte(`"world\`), 1), session.ErrChanged},
		{"cut short", all[:len(all)-3], io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &swapped{bytes.NewReader(all)}
			l, err := ledger.Build(x, r)
			if err != nil {
				t.Fatal(err)
			}
			r.ReaderAt = bytes.NewReader(tt.now)
			if body, err := l.Text(0); body != "hello" || err != nil {
				t.Errorf("the block before is %q, %v", body, err)
			}
			if _, err := l.Text(1); !errors.Is(err, tt.want) {
				t.Errorf("Text: %v, want %v", err, tt.want)
			}
			if err := l.Each(func(int, string) bool { return true }); !errors.Is(err, tt.want) {
				t.Errorf("Each: %v, want %v", err, tt.want)
			}
		})
	}
}

// swapped is a file that another program may replace.
type swapped struct{ io.ReaderAt }

func TestBuildFailsOnAFileThatIsGone(t *testing.T) {
	all := file(user(1, "hello"))
	if _, err := ledger.Build(index(all), bytes.NewReader(nil)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkBuild(b *testing.B) {
	var entries []string
	for i := range 2000 {
		entries = append(entries, user(i+1, strings.Repeat("some words of a log line\n", 40)))
	}
	all := file(entries...)
	x := index(all)
	b.SetBytes(int64(len(all)))
	for b.Loop() {
		if _, err := ledger.Build(x, bytes.NewReader(all)); err != nil {
			b.Fatal(err)
		}
	}
}
