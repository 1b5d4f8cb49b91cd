package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// ending notes how a test would end.
type ending struct {
	testing.TB
	how string
}

func (e *ending) Helper() {}

func (e *ending) Skip(args ...any) { e.end("skip: " + fmt.Sprint(args...)) }

func (e *ending) Fatalf(format string, args ...any) { e.end("fail: " + fmt.Sprintf(format, args...)) }

func (e *ending) end(how string) {
	e.how = how
	runtime.Goexit()
}

// ends tells how f ends the test that it is given.
func ends(t *testing.T, f func(testing.TB)) string {
	e := &ending{TB: t, how: "on"}
	var wg sync.WaitGroup
	wg.Go(func() { f(e) })
	wg.Wait()
	return e.how
}

func TestRequireSkipsOrFailsAndSaysWhy(t *testing.T) {
	for _, tc := range []struct{ set, program, want string }{
		{"", "sh", "skip: end to end: runs real programs; set CFOLD_E2E=1"},
		{"0", "no-such-program", "skip: "},
		{"1", "sh", "on"},
		{"1", "no-such-program", "fail: end to end: no-such-program is needed"},
	} {
		t.Setenv("CFOLD_E2E", tc.set)
		if got := ends(t, func(tb testing.TB) { Require(tb, tc.program) }); !strings.HasPrefix(got, tc.want) {
			t.Errorf("CFOLD_E2E=%q and %s: %q, want %q", tc.set, tc.program, got, tc.want)
		}
	}
}

func TestAwaitLooksUntilTheConditionIsMet(t *testing.T) {
	looks := 0
	Await(t, "the third look", func() bool { looks++; return looks == 3 })
	if looks != 3 {
		t.Errorf("looked %d times, want 3", looks)
	}
}

func TestLockedRunsOneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var inside, most, ran atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			err := Locked(path, func() error {
				most.Store(max(most.Load(), inside.Add(1)))
				runtime.Gosched()
				ran.Add(1)
				inside.Add(-1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if ran.Load() != 8 || most.Load() != 1 {
		t.Errorf("%d ran, up to %d at once", ran.Load(), most.Load())
	}
}

func TestEnvironLeavesTheMachineOut(t *testing.T) {
	for _, name := range []string{"NO_COLOR", "TMUX", "COLORTERM", "PI_CODING_AGENT_DIR"} {
		t.Setenv(name, "of the machine")
	}
	env := strings.Join(Environ("/home/dev", "TERM=dumb"), "\n")
	if strings.Contains(env, "of the machine") {
		t.Errorf("the machine's environment comes along:\n%s", env)
	}
	for _, want := range []string{"HOME=/home/dev\n", "PATH=" + os.Getenv("PATH") + "\n", "\nTERM=dumb"} {
		if !strings.Contains(env, want) {
			t.Errorf("%q is missing in\n%s", want, env)
		}
	}
}

func TestShortDirLeavesRoomForSockets(t *testing.T) {
	var dir string
	t.Run("a test with a name that is long, longer than the path of a socket may be, as the names of tests may well be", func(t *testing.T) {
		dir = ShortDir(t)
		if len(dir) > 60 && len(os.TempDir()) < 20 {
			t.Errorf("%s is %d bytes long", dir, len(dir))
		}
	})
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder outlives its test: %v", err)
	}
}

// TestBuiltProgramRuns builds as [Build] does, for a package that needs little.
func TestBuiltProgramRuns(t *testing.T) {
	t.Setenv("CFOLD_E2E_CACHE", t.TempDir())
	path, err := buildPackage("./cmd/e2e/testdata/hello", raceEnabled)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(path).Output()
	if err != nil || string(out) != "hello\n" {
		t.Errorf("it prints %q, %v", out, err)
	}
	if _, err := buildPackage("./cmd/e2e/testdata/none", false); err == nil || !strings.Contains(err.Error(), "building ./cmd/e2e/testdata/none") {
		t.Errorf("a package that is not there: %v", err)
	}
}
