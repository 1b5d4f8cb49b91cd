package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cfold/engine/ladder"
	"cfold/engine/session"
)

// recorded is a replay as the reference made it.
type recorded struct {
	Window    int
	Settings  map[string]float64
	Calls     []json.RawMessage
	Layers    []layerJSON
	Telemetry json.RawMessage
}

func (r recorded) config(t *testing.T) ladder.Config {
	t.Helper()
	c := ladder.Default()
	for key, v := range r.Settings {
		switch key {
		case "foldAt":
			c.FoldAt = v
		case "foldStep":
			c.FoldStep = v
		case "coldFoldAt":
			c.ColdFoldAt = v
		case "budgetFraction":
			c.BudgetFraction = v
		case "budgetCap":
			c.BudgetCap = int(v)
		case "tail":
			c.Tail = int(v)
		default:
			t.Fatalf("unknown setting %s", key)
		}
	}
	return c
}

// shape is a call in the vectors' form.
func (c Call) shape(x *session.Index) []byte {
	f := c.Frame
	out := map[string]any{
		"messages": c.Messages, "state": f.State.String(), "usage_fraction": ladder.Rounded(f.Fraction), "fold_at": f.FoldAt, "maskable": f.Savings,
		"step": f.Step, "live": f.Live, "floor": f.Floor, "over_budget": f.OverBudget, "saved": f.Saved, "layer": nil, "reported": nil,
	}
	if id := x.ID(c.Entry); id != "" {
		out["entry"] = id
	}
	if c.Layer > 0 {
		out["layer"] = c.Layer
	}
	if c.Reported.Known {
		out["reported"] = c.Reported.Tokens
	}
	b, err := json.Marshal(out)
	if err != nil {
		panic(err)
	}
	return b
}

func (r Result) layers() []layerJSON {
	list := []layerJSON{}
	for _, l := range r.Layers {
		out := layerJSON{Seq: l.Seq}
		for _, d := range l.Entries {
			out.Entries = append(out.Entries, struct {
				ID         string `json:"id"`
				DigestText string `json:"digestText"`
			}{d.ID, d.Text})
		}
		list = append(list, out)
	}
	return list
}

func compare(t *testing.T, what string, got, want any) {
	t.Helper()
	a, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := canonical(t, a), canonical(t, b); a != b {
		t.Errorf("%s\n got %.2000s\nwant %.2000s", what, a, b)
	}
}

// Every recorded session replays to the calls, layers and cache figures that the
// reference gives; those that the real extension folded, to the very views it
// sent.
func TestReplaysAgreeWithVectors(t *testing.T) {
	root := os.Getenv("CFOLD_VECTORS")
	if root == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	files, err := filepath.Glob(filepath.Join(root, "golden", "*.replay-*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors found: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var want recorded
			if err := json.Unmarshal(data, &want); err != nil {
				t.Fatal(err)
			}
			base, _, _ := strings.Cut(filepath.Base(name), ".")
			x, file := open(t, filepath.Join(root, "sessions", base+".jsonl"))
			got, err := Run(x, file, want.Window, want.config(t))
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Calls) != len(want.Calls) {
				t.Fatalf("%d calls, want %d", len(got.Calls), len(want.Calls))
			}
			for n, c := range got.Calls {
				compare(t, "call "+x.ID(c.Entry), json.RawMessage(c.shape(x)), want.Calls[n])
			}
			compare(t, "layers", got.layers(), want.Layers)
			compare(t, "telemetry", got.Figures, want.Telemetry)
			compareViews(t, got, filepath.Join(root, "sessions", base+".calls.jsonl"))
		})
	}
}

// compareViews holds the views of a replay to those recorded of a real session.
func compareViews(t *testing.T, got Result, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range bytes.Lines(data) {
		var call struct{ ViewSHA256 string }
		if err := json.Unmarshal(line, &call); err != nil {
			t.Fatal(err)
		}
		if got.Calls[n].ViewSHA256 != call.ViewSHA256 {
			t.Errorf("view %d is %s, recorded %s", n, got.Calls[n].ViewSHA256, call.ViewSHA256)
		}
		n++
	}
	if n == 0 {
		t.Error("no views recorded")
	}
}

// open indexes a session file.
func open(t testing.TB, path string) (*session.Index, *os.File) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	x := session.NewIndex()
	reader := bufio.NewReader(file)
	for at := int64(0); ; {
		line, err := reader.ReadBytes('\n')
		if err != nil {
			return x, file // a last line without its LF is not whole yet
		}
		x.Append(bytes.TrimSuffix(line, []byte("\n")), at)
		at += int64(len(line))
	}
}
