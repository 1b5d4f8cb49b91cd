package tail

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// sample writes a file of about size bytes with lines like those of a session:
// most of some hundred bytes, some of many thousands.
func sample(b *testing.B, size int) string {
	b.Helper()
	var block bytes.Buffer
	for i := range 400 {
		length := 300
		if i%20 == 0 {
			length = 12_000
		}
		fmt.Fprintf(&block, "{\"id\":\"%08x\",\"text\":\"%s\"}\n", i, bytes.Repeat([]byte("t"), length))
	}
	path := filepath.Join(b.TempDir(), "s.jsonl")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for written := 0; written < size; written += block.Len() {
		if _, err := f.Write(block.Bytes()); err != nil {
			b.Fatal(err)
		}
	}
	return path
}

// BenchmarkRead and BenchmarkOpen are the first pass over a long session.
func BenchmarkRead(b *testing.B) {
	path := sample(b, 128<<20)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		f, _, err := Read(path, func(int64, []byte) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

func BenchmarkOpen(b *testing.B) {
	path := sample(b, 128<<20)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		// Copying what arrives, as collect does, is not what is measured.
		c := collect(b, path, Options{})
		for e := range c.events {
			if l, ok := e.(Lines); ok {
				l.Release()
				if l.AtEnd {
					c.stop()
				}
			} else if r, ok := e.(Reset); ok {
				r.File.Close()
			}
		}
	}
}

// BenchmarkLatency is the time from an appended line to its delivery, with events
// and with the timer alone at its normal interval.
func BenchmarkLatency(b *testing.B) {
	b.Run("events", func(b *testing.B) { latency(b, Options{}, 0) })
	b.Run("polling", func(b *testing.B) {
		var opts Options
		opts.Watch.NoEvents = true
		latency(b, opts, 37*time.Millisecond)
	})
}

// latency appends one line after another. pause moves each append to another
// place between two ticks of the timer.
func latency(b *testing.B, opts Options, pause time.Duration) {
	path := filepath.Join(b.TempDir(), "s.jsonl")
	write(b, path, "{}\n")
	c := collect(b, path, opts)
	defer c.end()
	c.converge(path)
	var times []time.Duration
	line := string(bytes.Repeat([]byte("x"), 400)) + "\n"
	want := len(c.data)
	for b.Loop() {
		time.Sleep(pause * time.Duration(len(times)%7))
		start := time.Now()
		add(b, path, line)
		want += len(line)
		c.until("the line", func() bool { return len(c.data) == want })
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "median-µs")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkLongLine reads a file whose only line has 100 MiB.
func BenchmarkLongLine(b *testing.B) {
	path := filepath.Join(b.TempDir(), "s.jsonl")
	write(b, path, string(bytes.Repeat([]byte("x"), 100<<20))+"\n")
	b.SetBytes(100 << 20)
	for b.Loop() {
		f, _, err := Read(path, func(int64, []byte) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}
