package journal

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/project"
	"cfold/cmd/e2e/provider"
	"cfold/engine/journal"
	"cfold/engine/layer"
	"cfold/engine/seed"
)

// agent is a Pi with one session of a few tool calls.
type agent struct {
	t       *testing.T
	home    *pi.Home
	server  *provider.Server
	path    string // of the session
	content string // of the session before any write
}

func start(t *testing.T, version string) *agent {
	in := pi.Get(t, version)
	server := provider.Start(t, provider.Config{Caching: provider.ReadsAndWrites})
	a := &agent{t: t, home: pi.NewHome(t, in, server.URL(), 128_000), server: server}
	p, err := project.Make(a.home.Cwd, 1)
	if err != nil {
		t.Fatal(err)
	}
	server.Extend(p.Steps(1, 4)...)
	a.home.MustRun("Look at the parser")
	a.path = a.home.Sessions()[0]
	a.content = a.read()
	return a
}

func (a *agent) read() string {
	a.t.Helper()
	data, err := os.ReadFile(a.path)
	if err != nil {
		a.t.Fatal(err)
	}
	return string(data)
}

// restore makes the session hold what is given.
func (a *agent) restore(content string) {
	a.t.Helper()
	if err := os.WriteFile(a.path, []byte(content), 0o644); err != nil {
		a.t.Fatal(err)
	}
}

// received lets Pi go on with the newest session and gives the messages that the model then receives.
func (a *agent) received() []string {
	a.t.Helper()
	a.home.MustRun("Go on", "-c")
	requests := a.server.Requests()
	messages, err := requests[len(requests)-1].Messages()
	if err != nil {
		a.t.Fatal(err)
	}
	var out []string
	for _, m := range messages {
		out = append(out, string(m))
	}
	return out
}

// leaf is the id of the last entry of a session's lines.
func leaf(content string) string {
	_, id, _ := strings.Cut(content[strings.LastIndex(strings.TrimSuffix(content, "\n"), "\n"):], `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	return id
}

// said is a line of Pi's after the lines given.
func said(content string) string {
	return fmt.Sprintf(`{"type":"message","id":"5a1d0001","parentId":%q,"timestamp":"2026-01-02T11:00:01.000Z",`+
		`"message":{"role":"user","content":[{"type":"text","text":"said meanwhile"}],"timestamp":1767351601000}}`+"\n", leaf(content))
}

// stale is a line of ours after the lines given, as if nothing had been said since.
func stale(content string) string {
	return fmt.Sprintf(`{"type":"custom","customType":"contextfold.fold","data":{"kind":"unfold","ids":["r:0"]},"id":"f01d0001",`+
		`"parentId":%q,"timestamp":"2026-01-02T11:00:02.000Z"}`+"\n", leaf(content))
}

// open opens a journal on the session. The clock runs meanwhile each time it is read.
func (a *agent) open(meanwhile func()) *journal.Journal {
	a.t.Helper()
	seen, err := journal.Look(a.path)
	if err != nil {
		a.t.Fatal(err)
	}
	j, err := journal.Open(a.path, seen, journal.Options{Now: func() time.Time {
		if meanwhile != nil {
			meanwhile()
		}
		return time.Now()
	}})
	if err != nil {
		a.t.Fatal(err)
	}
	return j
}

func (a *agent) add(r journal.Record) {
	a.t.Helper()
	if _, err := a.open(nil).Append(r); err != nil {
		a.t.Fatal(err)
	}
}

// write is a kind of write.
type write struct {
	name string
	// same makes, of the session's lines, those of a session with the same conversation as after the write; has makes
	// those that are written to. Both are the lines themselves where nil.
	same, has func(content string) string
	do        func(a *agent)
}

const torn = `{"type":"custom","customType":"contextfold.fold","da`

var writes = []write{
	{name: "unfold", do: func(a *agent) { a.add(journal.UnfoldOf("r:toolu_0001_0")) }},
	{name: "fold and layer", do: func(a *agent) {
		a.add(journal.FoldOf(layer.Record{BlockID: "r:toolu_0001_0", Code: "abc123", Tool: "read", Bytes: 5, SHA256: strings.Repeat("0", 64)}))
		a.add(journal.LayerOf(1, []layer.Digest{{ID: "r:toolu_0001_0", Text: "{#abc123 FOLDED} read\u2028\"é\" \xed\xa0\x80"}}))
	}},
	{name: "after a torn line", has: func(s string) string { return s + torn },
		do: func(a *agent) { a.add(journal.UnfoldOf("r:toolu_0001_0")) }},
	{name: "after a line without its end", has: func(s string) string { return strings.TrimSuffix(s, "\n") },
		do: func(a *agent) { a.add(journal.UnfoldOf("r:toolu_0001_0")) }},
	{name: "while Pi writes", same: func(s string) string { return s + said(s) }, do: func(a *agent) {
		done := false
		j := a.open(func() {
			if done {
				return
			}
			done = true
			f, err := os.OpenFile(a.path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				a.t.Fatal(err)
			}
			if _, err := f.WriteString(said(a.content)); err != nil {
				a.t.Fatal(err)
			}
			f.Close()
		})
		result, err := j.Append(journal.UnfoldOf("r:toolu_0001_0"))
		if err != nil || result.Copies != 1 {
			a.t.Fatalf("%+v, %v", result, err)
		}
	}},
	{name: "repair", same: func(s string) string { return s + said(s) }, has: func(s string) string { return s + said(s) + stale(s) },
		do: func(a *agent) {
			if result, err := a.open(nil).Repair(); err != nil || result.Copies != 1 {
				a.t.Fatalf("%+v, %v", result, err)
			}
		}},
	{name: "index and handoff", do: func(a *agent) {
		id := strings.TrimSuffix(a.path[strings.LastIndex(a.path, "_")+1:], ".jsonl")
		if err := journal.AppendIndex(a.path, id, seed.Record{Harness: seed.Harness, Session: id, Seq: 1}); err != nil {
			a.t.Fatal(err)
		}
		if _, err := journal.WriteHandoff(a.path, id, "# Handoff\n"); err != nil {
			a.t.Fatal(err)
		}
	}},
}

func orSame(f func(string) string, content string) string {
	if f == nil {
		return content
	}
	return f(content)
}

func TestModelReceivesTheSameAfterEveryWrite(t *testing.T) {
	for version, some := range map[string][]write{pi.Current: writes, pi.Earlier: writes[2:3], pi.Oldest: writes[1:3]} {
		t.Run(version, func(t *testing.T) {
			a := start(t, version)
			for _, w := range some {
				t.Run(w.name, func(t *testing.T) {
					a.t = t
					a.restore(orSame(w.same, a.content))
					want := a.received()
					a.restore(orSame(w.has, a.content))
					w.do(a)
					written := a.read()
					got := a.received()
					if diff := cmp.Diff(want, got); diff != "" || len(got) < 10 {
						t.Errorf("of %d messages, without and with the write:\n%s", len(got), diff)
					}
					if after := a.read(); !strings.HasPrefix(after, written) || after == written {
						t.Error("Pi has not gone on in the file as it was")
					}
				})
			}
		})
	}
}

// TestStaleParentWouldLoseEntries shows that the comparison above can fail.
func TestStaleParentWouldLoseEntries(t *testing.T) {
	a := start(t, pi.Current)
	a.restore(a.content + said(a.content))
	want := a.received()
	a.restore(a.content + said(a.content) + stale(a.content))
	if got := a.received(); cmp.Equal(want, got) {
		t.Error("the model receives what was said although the newest entry skips it")
	}
}

func TestPiContinuesTheSessionThatWasNewest(t *testing.T) {
	a := start(t, pi.Current)
	a.home.MustRun("Something else")
	sessions := a.home.Sessions()
	if len(sessions) != 2 || sessions[0] != a.path {
		t.Fatalf("sessions %q", sessions)
	}
	result, err := a.open(nil).Append(journal.UnfoldOf("r:toolu_0001_0"))
	if err != nil || !result.TimeKept {
		t.Fatalf("%+v, %v", result, err)
	}
	written := a.read()
	if got := strings.Join(a.received(), "\n"); !strings.Contains(got, "Something else") || strings.Contains(got, "Look at the parser") {
		t.Errorf("Pi goes on with another session:\n%s", got)
	}
	if a.read() != written {
		t.Error("Pi has written to the older session")
	}
}
