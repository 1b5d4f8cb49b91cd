package link

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/provider"
	"cfold/engine/active"
	"cfold/engine/block"
)

// A session with records that another implementation wrote goes on with the same bytes.
func TestSessionsThatOthersFoldedGoOn(t *testing.T) {
	e2e.Require(t)
	root := os.Getenv("CFOLD_VECTORS")
	if root == "" {
		t.Skip("CFOLD_VECTORS names no folder of recorded sessions")
	}
	w := newWorld(t, pi.Current, 2_000_000) // nothing more folds in so large a window
	for _, name := range []string{"ladder-b", "after-a", "recall-a", "mixed-a"} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(root, "sessions", name+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			// Pi asks what to do about a directory that is not there.
			header, rest, _ := strings.Cut(string(data), "\n")
			var fields map[string]any
			if err := json.Unmarshal([]byte(header), &fields); err != nil {
				t.Fatal(err)
			}
			fields["cwd"] = w.Cwd
			changed, err := json.Marshal(fields)
			if err != nil {
				t.Fatal(err)
			}
			// Another model's thinking would not be sent.
			rest = strings.NewReplacer(`"fake"`, `"`+pi.Provider+`"`, `"fake-1"`, `"`+pi.Model+`"`).Replace(rest)
			path := filepath.Join(w.Dir, name+".jsonl")
			if err := os.WriteFile(path, append(append(changed, '\n'), rest...), 0o644); err != nil {
				t.Fatal(err)
			}
			before := w.read(path)
			want := before.standing(t)
			w.server.Extend(provider.Step{Text: "Noted."})
			w.MustRun("go on", "--session", path)
			var got []string
			for _, m := range w.last() {
				for j, tag := range m.tags {
					if tag != "" {
						got = append(got, m.Parts[j])
					}
				}
			}
			if len(got) != len(want) || len(want) == 0 {
				t.Fatalf("%d blocks stand as digests, the session's layers hold %d of the context", len(got), len(want))
			}
			for i, digest := range want {
				if quoted, _ := json.Marshal(digest); !strings.Contains(got[i], string(quoted)) {
					t.Errorf("block %d stands as %.300s, its layer holds %.300s", i, got[i], quoted)
				}
			}
			if after := w.read(path); len(after.layers) != len(before.layers) {
				t.Errorf("%d layers, then %d", len(before.layers), len(after.layers))
			}
		})
	}
}

// standing is the digests that stand in the session's context, in order.
func (r recorded) standing(t *testing.T) []string {
	t.Helper()
	ctx := active.New(r.index, r.file, nil)
	if err := ctx.Move(r.index.Branch(r.index.Leaf())); err != nil {
		t.Fatal(err)
	}
	var list []string
	for i := range ctx.Blocks() {
		b := &ctx.Blocks()[i]
		if digest, _, ok := r.folds.Frozen(b.ID); ok && b.Foldable() && b.Kind != block.Text {
			list = append(list, digest)
		}
	}
	return list
}
