package e2e

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

var raceLogs struct {
	once sync.Once
	dir  string
	err  error
}

// watchRaces makes the program's race reports files, since its terminal is a pane that nobody reads to the end, and
// fails the test when one is there at its end. GORACE is among the variables that [Environ] hands on.
func watchRaces(t testing.TB) {
	t.Helper()
	raceLogs.once.Do(func() {
		raceLogs.dir, raceLogs.err = os.MkdirTemp("", "cfrace")
		os.Setenv("GORACE", "log_path="+filepath.Join(raceLogs.dir, "report"))
	})
	if raceLogs.err != nil {
		t.Fatal(raceLogs.err)
	}
	t.Cleanup(func() {
		reports, err := filepath.Glob(filepath.Join(raceLogs.dir, "report.*"))
		if err != nil {
			t.Error(err)
		}
		for _, path := range reports {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Error(err)
			}
			t.Errorf("the program has a data race:\n%s", text)
			os.Remove(path) // said once
		}
	})
}
