package tui

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cfold/engine/session"
	"cfold/tui/format"
)

func TestOnceIsExact(t *testing.T) {
	u := made(t)
	for _, size := range [][2]int{{120, 40}, {80, 24}, {48, 30}, {40, 10}, {20, 5}, {1, 1}} {
		frame := Once(u, Options{Theme: plain()}, shown, size[0], size[1])
		if fault := fault(frame, size[0], size[1]); fault != "" {
			t.Errorf("%v: %s", size, fault)
		}
		if live := opened(t, u, plain(), size[0], size[1]).View(); size[1] < 10 && frame != live {
			t.Errorf("%v: %q, live %q", size, frame, live)
		}
	}
}

// evidence is what a session file says by itself, read without the engine.
type evidence struct {
	layers  map[int]bool
	dollars float64
	window  int
}

// Every recorded session's frame shows its figures at the three usual sizes.
func TestRecordedSessions(t *testing.T) {
	root := os.Getenv("CFOLD_VECTORS")
	if root == "" {
		t.Skip("CFOLD_VECTORS names no folder with recorded sessions")
	}
	paths, err := filepath.Glob(filepath.Join(root, "sessions", "*.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		if strings.Contains(name, ".") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			index := strings.TrimSuffix(path, ".jsonl") + ".seed-index.jsonl"
			if _, err := os.Stat(index); err != nil {
				index = ""
			}
			e := readEvidence(t, path, index)
			u := loaded(t, path, index, 0)
			s := u.Snapshot
			if len(s.Layers) != len(e.layers) {
				t.Errorf("%d layers, the file holds %d", len(s.Layers), len(e.layers))
			}
			if d := s.Spent.Dollars - e.dollars; d > 1e-9 || d < -1e-9 {
				t.Errorf("$%v, the file holds $%v", s.Spent.Dollars, e.dollars)
			}
			want := []string{
				format.Count(len(e.layers), "layer"), fmt.Sprintf("%d folded", s.FoldedCount), fmt.Sprintf("%d held", s.HeldCount),
				"~" + format.Tokens(s.Masked) + " masked",
			}
			switch last, all := s.Figures.LastHitRatio, s.Figures.HitRatio; {
			case last != nil:
				want = append(want, "cache "+format.Percent(*last))
			case all != nil:
				want = append(want, "cache session "+format.Percent(*all)) // not of the last response
			default:
				want = append(want, "cache ")
			}
			if s.Usage.Known {
				want = append(want, format.Percent(s.Frame.Fraction))
			} else {
				want = append(want, "not measured yet")
			}
			if e.window > 0 {
				want = append(want, "window "+format.Tokens(e.window))
			}
			if e.dollars > 0 {
				want = append(want, format.Dollars(e.dollars))
			}
			last := s.Blocks[len(s.Blocks)-1].Tokens
			want = append(want, format.Tokens(last))
			for _, size := range [][2]int{{120, 40}, {80, 24}, {48, 30}} {
				frame := Once(u, Options{Theme: plain()}, time.UnixMilli(s.Updated).Add(time.Minute).UTC(), size[0], size[1])
				if fault := fault(frame, size[0], size[1]); fault != "" {
					t.Fatalf("%v: %s", size, fault)
				}
				for _, w := range want {
					if !strings.Contains(frame, w) {
						t.Errorf("%v: no %q in\n%s", size, w, frame)
					}
				}
			}
		})
	}
}

func readEvidence(t *testing.T, path, index string) evidence {
	t.Helper()
	e := evidence{layers: map[int]bool{}}
	eachLine(t, path, func(line []byte) {
		var entry struct {
			Type, CustomType string
			Usage            *struct{ Cost struct{ Total float64 } }
			Message          *struct {
				Role  string
				Usage *struct{ Cost struct{ Total float64 } }
			}
			Data struct {
				Kind  string
				Layer struct{ Seq int }
			}
		}
		if json.Unmarshal(line, &entry) != nil {
			return
		}
		switch {
		case entry.CustomType == session.FoldType && entry.Data.Kind == "layer":
			e.layers[entry.Data.Layer.Seq] = true
		case entry.Message != nil && entry.Message.Role == "assistant" && entry.Message.Usage != nil:
			e.dollars += entry.Message.Usage.Cost.Total
		case entry.Type == "usage" && entry.Usage != nil:
			e.dollars += entry.Usage.Cost.Total
		}
	})
	if index != "" {
		eachLine(t, index, func(line []byte) {
			var r struct{ Usage struct{ ContextWindow int } }
			if json.Unmarshal(line, &r) == nil && r.Usage.ContextWindow > 0 {
				e.window = r.Usage.ContextWindow
			}
		})
	}
	return e
}

func eachLine(t *testing.T, path string, each func(line []byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		each(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}
