package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cfold/engine/jsjson"
	"cfold/engine/session"
	"cfold/watch/link"
)

// agent plays Pi's side: it keeps a session, in a file or in memory, and asks a server.
type agent struct {
	t        *testing.T
	dir      string
	path     string // empty for a session without a file
	messages []string
	entries  []string
	told     int // entries the server has of a session without a file
	last     int
	in       *io.PipeWriter
	frames   chan jsjson.Raw
	now      time.Time
}

const id = "0000-1"

func newAgent(t *testing.T, persisted bool) *agent {
	t.Helper()
	a := &agent{t: t, dir: t.TempDir(), frames: make(chan jsjson.Raw), now: time.UnixMilli(1_800_000_000_000)}
	if persisted {
		a.path = filepath.Join(a.dir, "s.jsonl")
		a.write(`{"type":"session","version":3,"id":"` + id + `","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/p"}`)
	}
	r, in := io.Pipe()
	out, w := io.Pipe()
	a.in = in
	served := make(chan error, 1)
	go func() {
		served <- Serve(context.Background(), r, w, Options{
			Version: "v1", Agent: a.dir, Environ: func(string) (string, bool) { return "", false }, Now: func() time.Time { return a.now },
		})
		w.Close()
	}()
	go func() {
		defer close(a.frames)
		lines := link.NewReader(out)
		for {
			line, err := lines.Next()
			if err != nil {
				return
			}
			raw, _ := jsjson.Scan(line)
			a.frames <- raw
		}
	}()
	if hello := <-a.frames; !hello.Get("event").Equals("hello") {
		t.Fatalf("first frame %s", hello)
	}
	t.Cleanup(func() {
		in.Close()
		if _, open := <-a.frames; open {
			t.Error("a frame after the end of the input")
		}
		if err := <-served; err != nil {
			t.Errorf("serving: %v", err)
		}
	})
	a.setting(`{"tail":300,"foldAt":0.3,"foldStep":0.1}`)
	return a
}

func (a *agent) setting(json string) {
	a.t.Helper()
	if err := os.WriteFile(filepath.Join(a.dir, "context-fold.json"), []byte(json), 0o644); err != nil {
		a.t.Fatal(err)
	}
}

func (a *agent) write(line string) {
	a.t.Helper()
	if a.path == "" {
		a.entries = append(a.entries, line)
		return
	}
	f, err := os.OpenFile(a.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		a.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(line + "\n"); err != nil {
		a.t.Fatal(err)
	}
}

// entry appends an entry after the last one.
func (a *agent) entry(fields string) string {
	parent := "null"
	if a.last > 0 {
		parent = fmt.Sprintf(`"e%d"`, a.last)
	}
	a.last++
	a.now = a.now.Add(time.Second)
	a.write(fmt.Sprintf(`{%s,"id":"e%d","parentId":%s,"timestamp":%q}`, fields, a.last, parent, a.now.UTC().Format(time.RFC3339Nano)))
	return fmt.Sprintf("e%d", a.last)
}

// message appends a message, which goes out with every later call.
func (a *agent) message(json string) string {
	a.messages = append(a.messages, json)
	return a.entry(`"type":"message","message":` + json)
}

// persist appends a record that the server handed out.
func (a *agent) persist(data jsjson.Raw) {
	a.entry(`"type":"custom","customType":"` + session.FoldType + `","data":` + string(data))
}

// work appends a prompt, or not, and n calls of a tool with their results.
func (a *agent) work(name string, n int) {
	if len(a.messages) == 0 {
		a.message(`{"role":"user","content":"do it","timestamp":1}`)
	}
	for i := range n {
		usage := `{"input":3,"cacheRead":0,"cacheWrite":2000,"output":9}`
		a.message(fmt.Sprintf(`{"role":"assistant","content":[{"type":"toolCall","id":"%s%d","name":"bash","arguments":{"command":"ls"}}],"provider":"p","model":"m","usage":%s,"responseId":"m%s%d","timestamp":2}`, name, i, usage, name, i))
		text := strings.Repeat("a line of "+name+" that says little\\n", 30)
		a.message(fmt.Sprintf(`{"role":"toolResult","toolCallId":"%s%d","toolName":"bash","content":[{"type":"text","text":"%s"}],"isError":false,"timestamp":3}`, name, i, text))
	}
}

func (a *agent) source() string {
	if a.path != "" {
		file, _ := json.Marshal(a.path)
		return `"source":{"file":` + string(file) + `}`
	}
	list := strings.Join(a.entries[a.told:], ",")
	a.told = len(a.entries)
	return `"source":{"file":"","entries":[` + list + `]}`
}

// try asks and gives the answer, or the code of the failure.
func (a *agent) try(op, fields string) (ok jsjson.Raw, failure string) {
	a.t.Helper()
	if fields != "" {
		fields = "," + fields
	}
	if _, err := fmt.Fprintf(a.in, `{"id":7,"op":%q%s}`+"\n", op, fields); err != nil {
		a.t.Fatal(err)
	}
	frame := <-a.frames
	if frame.Get("id").Int() != 7 {
		a.t.Fatalf("%s is answered with %s", op, frame)
	}
	return frame.Get("ok"), frame.Get("error").Get("code").Text()
}

func (a *agent) ask(op, fields string) jsjson.Raw {
	a.t.Helper()
	ok, failure := a.try(op, fields)
	if failure != "" {
		a.t.Fatalf("%s fails: %s", op, failure)
	}
	return ok
}

func (a *agent) open() jsjson.Raw {
	a.t.Helper()
	file, _ := json.Marshal(a.path)
	return a.ask("open", fmt.Sprintf(`"session":{"id":%q,"file":%s,"persisted":%t},"window":4000,%s`, id, file, a.path != "", a.source()))
}

func (a *agent) call() jsjson.Raw {
	a.t.Helper()
	return a.ask("call", fmt.Sprintf(`"from":0,"messages":[%s],"usage":null,"window":4000,%s`, strings.Join(a.messages, ","), a.source()))
}

// fold takes a call that folds through to its end and gives its layer.
func (a *agent) fold() jsjson.Raw {
	a.t.Helper()
	r := a.call()
	if r.Get("folds").Kind() != jsjson.Array {
		a.t.Fatalf("nothing folds: %s", r)
	}
	for _, data := range r.Get("folds").Elements() {
		a.persist(data)
	}
	layer := a.ask("folded", `"done":true`).Get("layer")
	a.persist(layer)
	a.ask("committed", `"done":true`)
	return layer.Get("layer")
}

// index is the lines of the seed index.
func (a *agent) index() []string {
	data, err := os.ReadFile(filepath.Join(a.dir, "context-fold", id, "seed-index.jsonl"))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}
