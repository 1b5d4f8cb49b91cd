package replay

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/engine/ladder"
	"cfold/engine/session"
)

func TestGolden(t *testing.T) {
	root := os.Getenv("CFOLD_VECTORS")
	if root == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	files, _ := filepath.Glob(root + "/golden/*.replay-*.json")
	if len(files) == 0 {
		t.Fatal("no vectors found")
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			data, _ := os.ReadFile(f)
			var want struct {
				Window   int
				Settings map[string]float64
				Calls    []map[string]any
				Layers   []struct {
					Seq     int
					Entries []struct{ ID, DigestText string }
				}
				Telemetry json.RawMessage
			}
			if err := json.Unmarshal(data, &want); err != nil {
				t.Fatal(err)
			}
			name := strings.Split(filepath.Base(f), ".")[0]
			file, x := open(t, root+"/sessions/"+name+".jsonl")
			cfg := ladder.Default()
			for k, v := range want.Settings {
				switch k {
				case "tail":
					cfg.Tail = int(v)
				case "foldStep":
					cfg.FoldStep = v
				default:
					t.Fatal(k)
				}
			}
			got, err := Run(x, file, want.Window, cfg)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Calls) != len(want.Calls) {
				t.Fatalf("calls %d want %d", len(got.Calls), len(want.Calls))
			}
			bad := 0
			for i, c := range got.Calls {
				w := want.Calls[i]
				f := c.Frame
				m := map[string]any{"messages": c.Messages, "state": f.State.String(), "usage_fraction": ladder.Rounded(f.Fraction), "fold_at": f.FoldAt, "maskable": f.Savings, "step": f.Step, "live": f.Live, "floor": f.Floor, "over_budget": f.OverBudget, "saved": f.Saved, "layer": nil, "reported": nil}
				if id := x.ID(c.Entry); id != "" {
					m["entry"] = id
				}
				if c.Layer > 0 {
					m["layer"] = c.Layer
				}
				if c.Reported.Known {
					m["reported"] = c.Reported.Tokens
				}
				a, _ := json.Marshal(m)
				b, _ := json.Marshal(w)
				if string(a) != string(b) {
					bad++
					if bad < 4 {
						t.Errorf("call %d\n got %s\nwant %s", i, a, b)
					}
				}
			}
			if len(got.Layers) != len(want.Layers) {
				t.Errorf("layers %d want %d", len(got.Layers), len(want.Layers))
			}
			for i := range min(len(got.Layers), len(want.Layers)) {
				g, w := got.Layers[i], want.Layers[i]
				if g.Seq != w.Seq || len(g.Entries) != len(w.Entries) {
					t.Errorf("layer %d: %d entries want %d", i, len(g.Entries), len(w.Entries))
					continue
				}
				for j := range g.Entries {
					if g.Entries[j].ID != w.Entries[j].ID || g.Entries[j].Text != w.Entries[j].DigestText {
						t.Errorf("layer %d entry %d\n got %q\nwant %q", i, j, g.Entries[j], w.Entries[j])
						break
					}
				}
			}
			tg, _ := json.Marshal(got.Figures)
			var ta, tb any
			json.Unmarshal(tg, &ta)
			json.Unmarshal(want.Telemetry, &tb)
			if fmt.Sprint(ta) != fmt.Sprint(tb) {
				t.Errorf("telemetry\n got %v\nwant %v", ta, tb)
			}
			cf, err := os.Open(root + "/sessions/" + name + ".calls.jsonl")
			if err == nil {
				sc := bufio.NewScanner(cf)
				i, bad := 0, 0
				for sc.Scan() {
					var c struct{ ViewSha256 string }
					json.Unmarshal(sc.Bytes(), &c)
					if got.Calls[i].ViewSHA256 != c.ViewSha256 {
						bad++
					}
					i++
				}
				if bad > 0 {
					t.Errorf("%d of %d views differ", bad, i)
				}
			}
		})
	}
}

func open(t testing.TB, path string) (*os.File, *session.Index) {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	data, _ := os.ReadFile(path)
	x := session.NewIndex()
	off := 0
	for _, line := range strings.SplitAfter(string(data), "\n") {
		if line != "" {
			x.Append([]byte(strings.TrimSuffix(line, "\n")), int64(off))
		}
		off += len(line)
	}
	return file, x
}
