package live

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
)

// output is a tool's output of about that many characters, like a coding
// session's: listings, code, logs, now and then an error.
func output(n, size int) string {
	var b strings.Builder
	for line := 0; b.Len() < size; line++ {
		switch (n + line) % 9 {
		case 0:
			fmt.Fprintf(&b, "src/module%d/handler_%d.go:%d:\tfunc (h *Handler) Serve%d(w http.ResponseWriter, r *http.Request) {\n", n%40, line, line*7, n)
		case 1:
			fmt.Fprintf(&b, "-rw-r--r-- 1 user user %6d Jan  2 03:04 file_%d_%d.json\n", n*line%99999, n, line)
		case 2:
			fmt.Fprintf(&b, "2025-01-02T03:04:05.%03dZ INFO request id=%08x status=200 path=/api/v1/items/%d\n", line%1000, n*7919+line, line)
		case 3:
			b.WriteString("\n")
		case 4:
			fmt.Fprintf(&b, "\tif err := json.Unmarshal(body, &value%d); err != nil {\n\t\treturn fmt.Errorf(\"reading body: %%w\", err)\n\t}\n", line)
		case 5:
			if line%20 == 5 {
				fmt.Fprintf(&b, "--- FAIL: TestThing%d (0.00s)\nError: expected %d, got %d\n", n, line, n)
			}
		default:
			b.WriteString("  // and so the loop goes on, as it should, with nothing of note — only prose\n")
		}
	}
	return b.String()
}

// coding writes a generated session of about size bytes: turns of an answer with
// thinking and a call, and its result of about each characters. every > 0 adds a
// compaction that keeps the last turn after so many turns.
func coding(w io.Writer, size, each, every int) error {
	c := &conversation{}
	flush := func() (err error) {
		var n int64
		n, err = c.WriteTo(w)
		size -= int(n)
		return err
	}
	c.WriteString(newConversation().String())
	c.user("u0", "", "please fix the failing tests")
	end := "u0"
	for n := 0; size > 0; n++ {
		id := fmt.Sprintf("%06x", n)
		c.add(id+"a", end, fmt.Sprintf(`"type":"message","message":{"role":"assistant","responseId":"resp_%s","provider":"p","model":"m","stopReason":"toolUse","usage":{"input":900,"output":300,"cacheRead":%d,"cacheWrite":1200,"totalTokens":%d},"timestamp":%d,"content":[{"type":"thinking","thinking":%q,"thinkingSignature":"c2ln"},{"type":"text","text":"Let me look."},{"type":"toolCall","id":"call_%s","name":"bash","arguments":{"command":"go test ./module%d/... | head -50","timeout":120}}]}`,
			id, 1000+n, 3400+n, n, output(n+3, each/8), id, n%40))
		c.add(id+"r", id+"a", fmt.Sprintf(`"type":"message","message":{"role":"toolResult","toolCallId":"call_%s","toolName":"bash","isError":%v,"timestamp":%d,"content":[{"type":"text","text":%q}]}`, id, n%11 == 0, n, output(n, each)))
		end = id + "r"
		if n%8 == 7 {
			c.user(id+"u", end, "go on")
			end = id + "u"
		}
		if every > 0 && n%every == every-1 {
			c.add(id+"c", end, fmt.Sprintf(`"type":"compaction","summary":%q,"firstKeptEntryId":%q,"tokensBefore":90000`, output(n, 4000), id+"a"))
			end = id + "c"
		}
		if err := flush(); err != nil {
			return err
		}
	}
	return nil
}

// ingest reads a whole file as a tail would, a piece at a time.
func ingest(b *testing.B, file *os.File) *State {
	b.Helper()
	s := New(file)
	buf := make([]byte, 1<<20)
	var base int64
	for have := 0; ; {
		n, err := file.ReadAt(buf[have:], base+int64(have))
		if n == 0 {
			if err != io.EOF {
				b.Fatal(err)
			}
			return s
		}
		have += n
		if whole := bytes.LastIndexByte(buf[:have], '\n') + 1; whole > 0 {
			s.Ingest(base, buf[:whole])
			base += int64(whole)
			have = copy(buf, buf[whole:have])
		} else if have == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
}

// bigFile is a generated session of 128 MiB, made once per run; or the file that
// CFOLD_BIG names.
var bigFile = struct {
	sync.Mutex
	dir   string
	paths map[int]string
}{paths: map[int]string{}}

func TestMain(m *testing.M) {
	code := m.Run()
	if bigFile.dir != "" {
		os.RemoveAll(bigFile.dir)
	}
	os.Exit(code)
}

func big(b *testing.B, every int) *os.File {
	b.Helper()
	path := os.Getenv("CFOLD_BIG")
	if path == "" {
		path = generated(b, every)
	}
	file, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { file.Close() })
	return file
}

func generated(b *testing.B, every int) string {
	bigFile.Lock()
	defer bigFile.Unlock()
	if path, ok := bigFile.paths[every]; ok {
		return path
	}
	if bigFile.dir == "" {
		dir, err := os.MkdirTemp("", "cfold-bench")
		if err != nil {
			b.Fatal(err)
		}
		bigFile.dir = dir
	}
	path := filepath.Join(bigFile.dir, fmt.Sprintf("session-%d.jsonl", every))
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	if err := coding(file, 128<<20, 6000, every); err != nil {
		b.Fatal(err)
	}
	bigFile.paths[every] = path
	return path
}

// heap is the bytes of live and dead objects and of stacks now.
func heap() uint64 {
	list := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(list)
	return list[0].Value.Uint64() + list[1].Value.Uint64()
}

// BenchmarkOpen reads a whole session and takes a first look at it.
func BenchmarkOpen(b *testing.B) {
	for _, c := range []struct {
		name  string
		every int
	}{{"compacted", 60}, {"uncompacted", 0}} {
		b.Run(c.name, func(b *testing.B) {
			file := big(b, c.every)
			info, err := file.Stat()
			if err != nil {
				b.Fatal(err)
			}
			config := Config{Settings: defaults(), Window: 200000}
			b.SetBytes(info.Size())
			var p *Snapshot
			var held uint64
			for b.Loop() {
				s := ingest(b, file)
				if err := s.Settle(); err != nil {
					b.Fatal(err)
				}
				p = s.Snapshot(config)
				held = max(held, heap())
			}
			b.ReportMetric(float64(held)/(1<<20), "MiB-heap")
			b.ReportMetric(float64(len(p.Blocks)), "blocks")
		})
	}
}

// BenchmarkAppend takes one entry into a session of 50 000.
func BenchmarkAppend(b *testing.B) {
	for _, look := range []bool{false, true} {
		b.Run(map[bool]string{false: "settled", true: "looked at"}[look], func(b *testing.B) {
			var data bytes.Buffer
			data.WriteString(newConversation().String())
			c := &conversation{}
			c.user("u0", "", "start")
			end := "u0"
			for n := range 25000 {
				end = c.turn(fmt.Sprintf("%06x", n), end, "ok\n")
			}
			c.add("last", end, `"type":"compaction","summary":"so far","firstKeptEntryId":"last","tokensBefore":90000`)
			c.WriteTo(&data)
			base := int64(data.Len())
			// What is appended lies behind the session, as often as it takes.
			line := `{"id":%q,"parentId":%q,"timestamp":"2025-01-01T00:00:01.000Z","type":"message","message":{"role":"toolResult","toolCallId":%[1]q,"toolName":"bash","isError":false,"timestamp":2,"content":[{"type":"text","text":"some output\nError: of no interest\n"}]}}` + "\n"
			file := &appended{before: data.Bytes()}
			s := New(file)
			s.Ingest(0, file.before)
			if err := s.Settle(); err != nil {
				b.Fatal(err)
			}
			config := Config{Settings: defaults(), Window: 200000}
			b.ReportAllocs()
			parent, n := "last", 0
			for b.Loop() {
				id := fmt.Sprintf("n%08d", n)
				file.last = fmt.Appendf(file.last[:0], line, id, parent)
				file.base = base
				s.Ingest(base, file.last)
				if err := s.Settle(); err != nil {
					b.Fatal(err)
				}
				if look {
					s.Snapshot(config)
				}
				base += int64(len(file.last))
				parent = id
				n++
			}
		})
	}
}

// appended is a file of which only the beginning and the newest line are kept.
type appended struct {
	before, last []byte
	base         int64
}

func (a *appended) ReadAt(p []byte, at int64) (int, error) {
	if at >= a.base && a.base > 0 {
		return copy(p, a.last[at-a.base:]), nil
	}
	return copy(p, a.before[at:]), nil
}

// BenchmarkDigestPass works out what every block of a session of a million
// characters would cost as a digest; and looks again at one that has not changed.
func BenchmarkDigestPass(b *testing.B) {
	var data bytes.Buffer
	if err := coding(&data, 1<<20, 6000, 0); err != nil {
		b.Fatal(err)
	}
	file := bytes.NewReader(data.Bytes())
	config := Config{Settings: defaults(), Window: 200000}
	b.Run("first", func(b *testing.B) {
		b.SetBytes(int64(data.Len()))
		s := New(file)
		s.Ingest(0, data.Bytes())
		if err := s.Settle(); err != nil {
			b.Fatal(err)
		}
		branch := s.ctx.Branch()
		for b.Loop() {
			if err := s.ctx.Reload(branch); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		s := New(file)
		s.Ingest(0, data.Bytes())
		if err := s.Settle(); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			s.Snapshot(config)
		}
	})
}
