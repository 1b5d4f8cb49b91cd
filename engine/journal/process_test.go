package journal_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"cfold/engine/journal"
	"cfold/engine/session"
)

// TestFullSpeed lets a Pi and one or two of ours append to one session, all at
// full speed.
func TestFullSpeed(t *testing.T) {
	for _, c := range []struct{ ours, entries int }{{1, 10_000 / less}, {2, 3_000 / less}} {
		t.Run(fmt.Sprintf("%d of ours", c.ours), func(t *testing.T) {
			path := filepath.Join(fastDir(t), "s.jsonl")
			write(t, path, small)
			entries := strconv.Itoa(c.entries)
			piCmd := child(t, "pi", path, "000000b1", entries)
			goOn, err := piCmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			var piOut bytes.Buffer
			piCmd.Stdout = &piOut
			start(t, piCmd)
			var ours []*bytes.Buffer
			var waits []func() error
			for i := range c.ours {
				cmd := child(t, "ours", path, "r"+strconv.Itoa(i), entries, "0")
				out := &bytes.Buffer{}
				cmd.Stdout = out
				start(t, cmd)
				ours, waits = append(ours, out), append(waits, cmd.Wait)
			}
			for i, wait := range waits {
				if err := wait(); err != nil {
					t.Fatalf("ours %d: %v", i, err)
				}
				lines := strings.Split(strings.TrimSpace(ours[i].String()), "\n")
				t.Log(lines[len(lines)-1])
			}
			goOn.Close()
			if err := piCmd.Wait(); err != nil {
				t.Fatalf("pi: %v", err)
			}
			written, err := strconv.Atoi(strings.TrimSpace(piOut.String()))
			if err != nil {
				t.Fatal(err)
			}
			l := load(t, path)
			t.Logf("Pi wrote %d entries; %+v", written, l.Counts())
			if l.Counts().Malformed > 0 {
				t.Errorf("torn lines: %+v", l.Counts())
			}
			messages := l.messages()
			if len(messages) != written+2 || written < c.entries {
				t.Errorf("%d of Pi's %d entries are in the file", len(messages)-2, written)
			}
			l.mustReach(t, messages)
			for i := range c.ours {
				for k := range c.entries {
					if id := fmt.Sprintf("r%d:%d", i, k); !l.set.Unfolded(id) {
						t.Fatalf("the record of %s is not found", id)
					}
				}
			}
			if needs, err := journal.NeedsRepair(path); err != nil || needs {
				t.Errorf("needs repair: %v, %v", needs, err)
			}
		})
	}
}

// messages are the ids of all messages.
func (l loaded) messages() []string {
	var ids []string
	for i := range l.Len() {
		if l.Entry(i).Kind == session.Message {
			ids = append(ids, l.ID(i))
		}
	}
	return ids
}

func start(t testing.TB, cmd interface{ Start() error }) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

// TestKilledAtAnyMoment kills a writer of ours again and again while Pi writes or
// (with records so long that a write takes a while) is quiet.
func TestKilledAtAnyMoment(t *testing.T) {
	const rounds = 120 / less
	broken, torn := 0, 0
	for round := range rounds {
		size := 0
		if round%4 == 3 {
			size = 256 << 10
		}
		path := filepath.Join(fastDir(t), "s.jsonl")
		write(t, path, small)
		p := &pi{path: path, leaf: "000000b1"}
		acknowledged := killOurs(t, p, size)
		needed, l := mend(t, p)
		if needed {
			broken++
		}
		if l.Counts().Malformed > 0 {
			torn++
			// The system may cut even a short write where a page of the file ends;
			// what is left is one torn line, never more.
			if l.Counts().Malformed > 1 {
				t.Errorf("round %d: %+v", round, l.Counts())
			}
		}
		for k := range acknowledged {
			if id := fmt.Sprintf("r:%d", k); !l.set.Unfolded(id) && !l.set.Layered(id) {
				t.Errorf("round %d: the record of %s, of %d that were in, is lost", round, id, acknowledged)
			}
		}
	}
	t.Logf("%d rounds: %d repaired, %d torn lines", rounds, broken, torn)
}

// mend repairs what a killed writer has left, checks that nothing of Pi's is lost
// and that both can go on, and returns whether there was anything to repair and
// what the session is then.
func mend(t *testing.T, p *pi) (needed bool, l loaded) {
	t.Helper()
	needed, err := journal.NeedsRepair(p.path)
	if err != nil {
		t.Fatal(err)
	}
	j := open(t, p.path, atNoon)
	mended, err := j.Repair()
	if err != nil || (mended.Copies > 0) != needed {
		t.Fatalf("repair: %+v, %v; it was needed: %v", mended, err, needed)
	}
	if needed {
		load(t, p.path).mustReach(t, p.branch)
	}
	add(t, j, journal.UnfoldOf("after"))
	l = load(t, p.path)
	l.mustReach(t, p.branch)
	if !l.set.Unfolded("after") {
		t.Error("nothing can be appended after the kill")
	}
	return needed, l
}

// killOurs runs a writer of ours, beside Pi unless its records are long, kills it
// when the file has grown to some size, and returns how many records it had said
// were in.
func killOurs(t *testing.T, p *pi, size int) (acknowledged int) {
	t.Helper()
	cmd := child(t, "ours", p.path, "r", "1000000", strconv.Itoa(size))
	var out bytes.Buffer
	cmd.Stdout = &out
	start(t, cmd)
	ended := make(chan struct{})
	go func() {
		cmd.Wait() // says only that it was killed
		close(ended)
	}()
	sizeNow := func() int64 {
		select {
		case <-ended:
			t.Fatal("the writer ended by itself")
		default:
		}
		info, err := os.Stat(p.path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	for sizeNow() == int64(len(small)) { // until the writer has begun
		runtime.Gosched()
	}
	grown := sizeNow() + rand.Int64N(10_000+3*int64(size))
	for sizeNow() < grown {
		// Pi's entries come now and then, so that the last one may be ours.
		if size == 0 && rand.IntN(4) == 0 {
			p.say(t, "meanwhile")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	return bytes.Count(out.Bytes(), []byte("\n"))
}

// TestKilledBetweenAppendAndRepair kills the writer itself when another's entry
// has slipped in before its own and it is about to write the copy.
func TestKilledBetweenAppendAndRepair(t *testing.T) {
	path := file(t, small)
	p := &pi{path: path, leaf: "000000b1"}
	slip := filepath.Join(t.TempDir(), "slip")
	write(t, slip, p.line("slip"))
	err := child(t, "killed", path, slip).Run()
	if err == nil || !strings.Contains(err.Error(), "signal: killed") {
		t.Fatalf("the writer ends with %v", err)
	}
	if l := load(t, path); l.chain[p.leaf] || !l.set.Unfolded("r:1") {
		t.Fatal("the writer was not killed where it should be")
	}
	if needed, _ := mend(t, p); !needed {
		t.Error("nothing was found to repair")
	}
}
