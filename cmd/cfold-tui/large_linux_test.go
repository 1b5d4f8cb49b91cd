package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// largeBytes is the size of a session that weeks of work make.
const largeBytes = 128 << 20

// BenchmarkFirstFrame runs the program on a session of 128 MiB up to its first
// complete frame and reports, beside the time, the most memory it held. CFOLD_BIG
// may name another session.
func BenchmarkFirstFrame(b *testing.B) {
	path, err := build()
	if err != nil {
		b.Fatal(err)
	}
	if named := os.Getenv("CFOLD_BIG"); named != "" {
		b.Run("named", func(b *testing.B) { firstFrame(b, path, named) })
		return
	}
	for _, c := range []struct {
		name    string
		compact bool
	}{{"compacted", true}, {"uncompacted", false}} {
		b.Run(c.name, func(b *testing.B) {
			large := filepath.Join(b.TempDir(), "large.jsonl")
			if err := writeLarge(large, c.compact); err != nil {
				b.Fatal(err)
			}
			firstFrame(b, path, large)
		})
	}
}

func firstFrame(b *testing.B, path, session string) {
	var peak int64 // KiB
	for b.Loop() {
		cmd := exec.Command(path, "--once", "120x40", session)
		cmd.Env = []string{"HOME=" + b.TempDir(), "TERM=xterm-256color"}
		frame, err := cmd.Output()
		if err != nil || bytes.Count(frame, []byte("\n")) != 40 {
			b.Fatalf("%v:\n%s", err, frame)
		}
		peak = max(peak, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	}
	b.ReportMetric(float64(peak)/1024, "MiB-resident")
}

// writeLarge writes the demo session over and over, each time under fresh ids and
// at a later time, until the file is large. Without compactions, all of it stands
// in the context. Fold records name blocks by ids that are not theirs any more, and
// are left out.
func writeLarge(path string, compact bool) error {
	source, err := os.ReadFile(sample("demo"))
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := &copier{out: bufio.NewWriter(file)}
	for n := 0; w.written < largeBytes; n++ {
		for line := range bytes.Lines(source) {
			switch typ := typeOf.FindSubmatch(line); {
			case string(typ[1]) == "session" && n > 0, string(typ[1]) == "custom", string(typ[1]) == "compaction" && !compact:
				continue
			}
			if err := w.copy(line, n); err != nil {
				return err
			}
		}
	}
	return w.out.Flush()
}

// copier writes lines under other ids, each as the child of the one before.
type copier struct {
	out     *bufio.Writer
	parent  []byte
	written int
}

var (
	typeOf   = regexp.MustCompile(`^\{"type":"(\w+)"`)
	ids      = regexp.MustCompile(`"(5eed|toolu_demo|msg_demo)`)
	entryID  = regexp.MustCompile(`^\{"type":"\w+","id":"(\w+)"`)
	parentID = regexp.MustCompile(`"parentId":("\w+"|null)`)
	times    = regexp.MustCompile(`"timestamp":(\d{13}|"[^"]+")`)
)

// between is how much later each time over is, longer than the demo lasts.
const between = 2 * time.Hour

func (w *copier) copy(line []byte, n int) error {
	line = ids.ReplaceAll(line, fmt.Appendf(nil, `"${1}%x_`, n))
	line = times.ReplaceAllFunc(line, func(member []byte) []byte {
		value := member[len(`"timestamp":`):]
		if at, err := time.Parse(`"`+time.RFC3339+`"`, string(value)); err == nil {
			return []byte(at.Add(time.Duration(n) * between).Format(`"timestamp":"2006-01-02T15:04:05.000Z"`))
		}
		at, _ := strconv.ParseInt(string(value), 10, 64)
		return fmt.Appendf(nil, `"timestamp":%d`, at+int64(n)*between.Milliseconds())
	})
	if w.parent != nil {
		line = parentID.ReplaceAll(line, fmt.Appendf(nil, `"parentId":"%s"`, w.parent))
	}
	if id := entryID.FindSubmatch(line); id != nil && parentID.Match(line) {
		w.parent = bytes.Clone(id[1])
	}
	w.written += len(line)
	_, err := io.Copy(w.out, bytes.NewReader(line))
	return err
}
