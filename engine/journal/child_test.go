package journal_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"cfold/engine/journal"
	"cfold/engine/layer"
)

// childVar names what this test binary does when a test starts it anew.
const childVar = "CFOLD_JOURNAL_CHILD"

func TestMain(m *testing.M) {
	var err error
	switch os.Getenv(childVar) {
	case "pi":
		err = childPi(os.Args[1:])
	case "ours":
		err = childOurs(os.Args[1:])
	case "killed":
		err = childKilled(os.Args[1:])
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child makes this test binary ready to be started as what says.
func child(t testing.TB, what string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), childVar+"="+what)
	cmd.Stderr = os.Stderr
	return cmd
}

// childPi goes on from a leaf: PATH LEAF N. It appends at full speed, N entries
// and then until its input ends, and prints how many.
func childPi(args []string) error {
	p := &pi{path: args[0], leaf: args[1]}
	atLeast, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	for running := true; running || len(p.branch) < atLeast; {
		if err := p.append("a line of the conversation"); err != nil {
			return err
		}
		select {
		case <-ended:
			running = false
		default:
		}
	}
	fmt.Println(len(p.branch))
	return nil
}

// childOurs appends N records of so many bytes at full speed, each unfolding or
// folding the block NAME:i, and prints i when it is in: PATH NAME N BYTES.
func childOurs(args []string) error {
	path, name := args[0], args[1]
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	size, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	seen, err := journal.Look(path)
	if err != nil {
		return err
	}
	j, err := journal.Open(path, seen, journal.Options{Now: time.Now})
	if err != nil {
		return err
	}
	var copies, contested int
	out := bufio.NewWriter(os.Stdout)
	for i := range n {
		record := journal.UnfoldOf(fmt.Sprintf("%s:%d", name, i))
		if size > 0 {
			record = journal.LayerOf(i, []layer.Digest{{ID: fmt.Sprintf("%s:%d", name, i), Text: strings.Repeat("x", size)}})
		}
		result, err := j.Append(record)
		if err != nil {
			return err
		}
		copies += result.Copies
		if result.Contested {
			contested++
		}
		fmt.Fprintln(out, i)
		if err := out.Flush(); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%d appends contested, %d copies\n", contested, copies)
	return out.Flush()
}

// childKilled appends one record: PATH SLIP. What the file SLIP holds slips in
// before it, and the process kills itself before that is repaired.
func childKilled(args []string) error {
	path := args[0]
	line, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	seen, err := journal.Look(path)
	if err != nil {
		return err
	}
	first := true
	j, err := journal.Open(path, seen, journal.Options{Now: func() time.Time {
		if !first {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		first = false
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err == nil {
			f.Write(line)
			f.Close()
		}
		return noon
	}})
	if err != nil {
		return err
	}
	_, err = j.Append(journal.UnfoldOf("r:1"))
	return err
}

// fastDir is a folder on a file system in memory where there is one: ten thousand
// syncs take minutes on some disks.
func fastDir(t testing.TB) string {
	t.Helper()
	if info, err := os.Stat("/dev/shm"); err != nil || !info.IsDir() {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp("/dev/shm", "cfold-journal")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
