package recall_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/engine/active"
	"cfold/engine/jsjson"
	"cfold/engine/layer"
	"cfold/engine/ledger"
	"cfold/engine/recall"
	"cfold/engine/session"
)

// open reads a session as a whole: its fold state, its ledger and its context.
func open(t testing.TB, file []byte) recall.Source {
	t.Helper()
	x, folds := session.NewIndex(), &layer.Set{}
	for at := 0; at < len(file); {
		n := bytes.IndexByte(file[at:], '\n')
		if n < 0 {
			break
		}
		i, line := x.Append(file[at:at+n], int64(at))
		if i != session.None && x.IsFold(i) {
			folds.Add(line.Data, i)
		}
		at += n + 1
	}
	r := bytes.NewReader(file)
	all, err := ledger.Build(x, r)
	if err != nil {
		t.Fatal(err)
	}
	live := active.New(x, r, func(string) bool { return true })
	if err := live.Move(x.Branch(x.Leaf())); err != nil {
		t.Fatal(err)
	}
	return recall.Source{Folds: folds, Ledger: all, Live: recall.Context(r, live.Blocks(), live.Refs())}
}

// Every recall and search of every recorded session serves what the reference
// serves.
func TestRecallAgreesWithVectors(t *testing.T) {
	dir := vectors(t)
	files, _ := filepath.Glob(filepath.Join(dir, "golden", "*.recall.jsonl"))
	if len(files) == 0 {
		t.Fatal("no vectors found")
	}
	for _, name := range files {
		base := strings.TrimSuffix(filepath.Base(name), ".recall.jsonl")
		t.Run(base, func(t *testing.T) {
			file, err := os.ReadFile(filepath.Join(dir, "sessions", base+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			source := open(t, file)
			eachLine(t, name, func(n int, raw jsjson.Raw) {
				if got, want := answer(t, source, raw), jsjson.Stringify(raw); got != want {
					t.Errorf("line %d:\n got %.600s\nwant %.600s", n, got, want)
				}
			})
		})
	}
}

// answer is the reply to one line of the vectors, in their shape: the reason of
// a failure is not theirs to give.
func answer(t *testing.T, s recall.Source, raw jsjson.Raw) string {
	if term := raw.Get("search"); term != nil {
		found, err := s.Search(term.Text(), false)
		if err != nil {
			t.Fatal(err)
		}
		return string(found.AppendJSON(nil))
	}
	r := recall.Reply{Code: raw.Get("code").Text(), Options: options(raw.Get("opts"))}
	r.Answer, r.Err = s.Recall(r.Code, r.Options)
	out := string(r.AppendJSON(nil))
	if r.Err != nil {
		if !recall.IsFailure(r.Err) {
			t.Fatal(r.Err)
		}
		out = out[:strings.Index(out, `,"error":`)] + `,"error":true}`
	}
	return out
}
