package seed_test

import (
	"strings"
	"testing"

	"cfold/engine/seed"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func sample() seed.Record {
	return seed.Record{
		Harness: seed.Harness, Session: "s-1", Seq: 7, At: seed.Time(1796000000123), Trigger: seed.Cap,
		Usage: seed.UsageOf(37278, 60000),
		Fields: seed.Fields{
			Files: []string{"src/a.ts"}, Commands: []string{`{"command":"ls"}`}, Errors: []string{"Error: no\u2028"},
			Identifiers: []string{"\xed\xa0\x80x1"}, UserMessages: []seed.UserMessage{{Turn: 2, FirstLine: "Why?"}},
		},
		Spans: []seed.Span{
			{BlockID: "r:1", Code: "abc123", Tool: "bash", Turn: 2, Bytes: 10, Lines: 3, SHA256: "00ff"},
			{BlockID: "r:2", Code: "abc124", Tool: "bash", Turn: 2, SHA256: "01", FullOutputPath: "/tmp/o.log"},
		},
	}
}

func TestAppendLineHasTheExactForm(t *testing.T) {
	want := `{"v":2,"kind":"fold-index","harness":"pi-context-fold","session":"s-1","seq":7,"at":"2026-11-30T00:53:20.123Z",` +
		`"trigger":"cap","usage":{"tokens":37278,"contextWindow":60000,"fraction":0.621},"files":["src/a.ts"],` +
		`"commands":["{\"command\":\"ls\"}"],"errors":["Error: no` + "\u2028" + `"],"identifiers":["\ud800x1"],` +
		`"userMessages":[{"turn":2,"firstLine":"Why?"}],"spans":[` +
		`{"blockId":"r:1","code":"abc123","tool":"bash","turn":2,"log":{"bytes":10,"lines":3},"sha256":"00ff"},` +
		`{"blockId":"r:2","code":"abc124","tool":"bash","turn":2,"log":{"bytes":0,"lines":0},"sha256":"01","fullOutputPath":"/tmp/o.log"}]}` + "\n"
	if got := string(seed.AppendLine(nil, sample())); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want = `{"v":2,"kind":"fold-retract","seq":3,"at":"2026-11-30T00:53:20.123Z"}` + "\n"
	if got := string(seed.AppendRetraction(nil, 3, seed.Time(1796000000123))); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestUsageOfAnUnknownWindowHasNoFraction(t *testing.T) {
	if got := seed.UsageOf(100, 0); got.Fraction != 0 || got.Tokens != 100 {
		t.Errorf("got %+v", got)
	}
}

// lineOf is a record with a seq and one file, as a line.
func lineOf(seq int, file string) string {
	r := seed.Record{Seq: seq, Trigger: seed.Threshold, Fields: seed.Fields{Files: []string{file}}}
	return string(seed.AppendLine(nil, r))
}

func retraction(seq int) string { return string(seed.AppendRetraction(nil, seq, "")) }

func TestLogKeepsWhatIsEffective(t *testing.T) {
	tests := []struct {
		name    string
		lines   []string
		want    []string // the file of each effective record
		maxSeq  int
		skipped int
	}{
		{"nothing", nil, nil, 0, 0},
		{"the last of a seq rules", []string{lineOf(1, "a"), lineOf(2, "b"), lineOf(1, "c")}, []string{"c", "b"}, 2, 0},
		{"records come by seq", []string{lineOf(3, "a"), lineOf(1, "b")}, []string{"b", "a"}, 3, 0},
		{"a retraction voids what came before", []string{lineOf(1, "a"), lineOf(2, "b"), retraction(2)}, []string{"a"}, 2, 0},
		{"and not what comes after", []string{lineOf(1, "a"), retraction(1), lineOf(1, "b")}, []string{"b"}, 1, 0},
		{"a retraction of nothing", []string{retraction(4)}, nil, 4, 0},
		{"junk is skipped", []string{"{", "null", `"x"`, "[]", `{"kind":"fold-index","seq":1}`, `{"kind":"other","seq":1}`,
			`{"kind":"fold-index","seq":"1","spans":[]}`, lineOf(1, "a")}, []string{"a"}, 1, 7},
		{"blank lines are no junk", []string{"", "  \r", lineOf(1, "a")}, []string{"a"}, 1, 0},
		{"a higher version is read as far as it goes",
			[]string{`{"v":9,"kind":"fold-index","seq":1,"new":{},"files":["a",3],"commands":[{"command":"ls","turn":1}],"spans":[]}`},
			[]string{"a"}, 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log seed.Log
			for _, line := range tt.lines {
				log.Add([]byte(line))
			}
			var got []string
			for _, r := range log.Records() {
				got = append(got, r.Files...)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if log.MaxSeq() != tt.maxSeq || log.Skipped() != tt.skipped {
				t.Errorf("max seq %d, skipped %d; want %d, %d", log.MaxSeq(), log.Skipped(), tt.maxSeq, tt.skipped)
			}
		})
	}
}

func TestLogReadsTheTextOfRicherEntries(t *testing.T) {
	var log seed.Log
	log.Add([]byte(`{"v":3,"kind":"fold-index","seq":1,"commands":[{"command":"ls"}],"errors":["E1",{"line":"E2"}],"spans":[]}`))
	want := seed.Fields{Files: []string{}, Commands: []string{"ls"}, Errors: []string{"E1", "E2"}, Identifiers: []string{}, UserMessages: []seed.UserMessage{}}
	if diff := cmp.Diff(want, log.Records()[0].Fields); diff != "" {
		t.Error(diff)
	}
}

// Any record comes back as it was written.
func TestRecordsRoundTrip(t *testing.T) {
	texts := rapid.SliceOfN(rapid.StringOf(rapid.RuneFrom([]rune("ab\"\\\n\u2028é日😀\x00"))), 0, 3)
	rapid.Check(t, func(t *rapid.T) {
		want := sample()
		want.Files, want.Errors = texts.Draw(t, "files"), texts.Draw(t, "errors")
		want.Seq = rapid.IntRange(0, 1<<40).Draw(t, "seq")
		want.Session = strings.Join(texts.Draw(t, "session"), "")
		var log seed.Log
		log.Add(seed.AppendLine(nil, want))
		if diff := cmp.Diff([]seed.Record{want}, log.Records()); diff != "" {
			t.Fatal(diff)
		}
	})
}
