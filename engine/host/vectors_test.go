package host

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cfold/engine/ladder"
	"cfold/engine/replay"
	"cfold/engine/seed"
)

// Fed the calls of a recorded session, a host makes the records, layers and
// index lines that the session holds, and the views that went out.
func TestRecordedSessionsAreMadeAgain(t *testing.T) {
	root := os.Getenv("CFOLD_VECTORS")
	if root == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	files, _ := filepath.Glob(filepath.Join(root, "sessions", "*.calls.jsonl"))
	if len(files) == 0 {
		t.Fatal("no recorded calls found")
	}
	for _, calls := range files {
		name := strings.TrimSuffix(filepath.Base(calls), ".calls.jsonl")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			window, config := settingsOf(t, filepath.Join(root, "golden"), name)
			r := load(t, filepath.Join(root, "sessions", name+".jsonl"))
			got := r.drive(window, config, nil)
			if diff := cmp.Diff(r.recorded(), got.appends); diff != "" {
				t.Errorf("entries (-recorded +made):\n%s", diff)
			}
			if diff := cmp.Diff(hashes(t, calls), got.hashes); diff != "" {
				t.Errorf("views (-recorded +made):\n%s", diff)
			}
			recorded := indexOf(t, filepath.Join(root, "sessions", name+".seed-index.jsonl"))
			for i := range got.index {
				got.index[i].At = recorded[min(i, len(recorded)-1)].At
			}
			if diff := cmp.Diff(recorded, got.index); diff != "" {
				t.Errorf("index (-recorded +made):\n%s", diff)
			}
		})
	}
}

// On any session, a host frames every call as the replay does.
func TestCallsAreFramedAsReplayed(t *testing.T) {
	root := os.Getenv("CFOLD_VECTORS")
	if root == "" {
		t.Skip("CFOLD_VECTORS names no folder of vectors")
	}
	files, _ := filepath.Glob(filepath.Join(root, "sessions", "*.jsonl"))
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		if strings.Contains(name, ".") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			window, config := settingsOf(t, filepath.Join(root, "golden"), name)
			framedAsReplayed(t, load(t, file), window, config)
		})
	}
}

// The same on the project's own small sessions, in windows small enough to fold.
func TestOwnSessionsAreFramedAsReplayed(t *testing.T) {
	layers := 0
	for _, name := range []string{"demo", "hostile", "v1", "v2"} {
		r := load(t, filepath.Join("..", "..", "testdata", name+".jsonl"))
		for _, window := range []int{8_000, 40_000} {
			layers += framedAsReplayed(t, r, window, ladder.Default())
		}
	}
	if layers < 4 {
		t.Errorf("%d layers in all: nothing was tried", layers)
	}
}

// framedAsReplayed compares a host's calls with the replay's and counts the layers.
func framedAsReplayed(t *testing.T, r recording, window int, config ladder.Config) (layers int) {
	t.Helper()
	want, err := replay.Run(r.index, r.file, window, config)
	if err != nil {
		t.Fatal(err)
	}
	got := r.drive(window, config, nil)
	if len(got.frames) != len(want.Calls) {
		t.Fatalf("%d calls, the replay has %d", len(got.frames), len(want.Calls))
	}
	for n, c := range want.Calls {
		if got.seqs[n] > 0 {
			layers++
		}
		if (got.seqs[n] > 0) != (c.Layer > 0) || got.hashes[n] != c.ViewSHA256 {
			t.Fatalf("call %d commits layer %d and sends %s, the replay %d and %s", n, got.seqs[n], got.hashes[n], c.Layer, c.ViewSHA256)
		}
		if diff := cmp.Diff(c.Frame, got.frames[n]); diff != "" {
			t.Fatalf("call %d (-replay +host):\n%s", n, diff)
		}
	}
	if layers != len(want.Layers) {
		t.Errorf("%d layers, the replay has %d", layers, len(want.Layers))
	}
	return layers
}

// settingsOf is what a session's replay was taken with.
func settingsOf(t *testing.T, golden, name string) (int, ladder.Config) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(golden, name+".replay-*.json"))
	slices.Sort(files)
	config := ladder.Default()
	if len(files) == 0 {
		return 60_000, config
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Window   int
		Settings struct {
			Tail     *int
			FoldStep *float64
		}
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	if v.Settings.Tail != nil {
		config.Tail = *v.Settings.Tail
	}
	if v.Settings.FoldStep != nil {
		config.FoldStep = *v.Settings.FoldStep
	}
	return v.Window, config
}

func hashes(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range bytes.Lines(data) {
		var c struct{ ViewSha256 string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		list = append(list, c.ViewSha256)
	}
	return list
}

func indexOf(t *testing.T, path string) []seed.Record {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var log seed.Log
	for line := range bytes.Lines(data) {
		log.Add(bytes.TrimSuffix(line, []byte("\n")))
	}
	return log.Records()
}
