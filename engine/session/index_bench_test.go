package session

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// sessionBytes is a session like a coding agent's, or the file CFOLD_BIG names.
func sessionBytes(b *testing.B) []byte {
	b.Helper()
	if path := os.Getenv("CFOLD_BIG"); path != "" {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		return data
	}
	var data bytes.Buffer
	data.WriteString(header3 + "\n")
	for n := range 1500 {
		parent := fmt.Sprintf("r%06d", n-1)
		data.WriteString(entry(fmt.Sprintf("a%06d", n), parent, fmt.Sprintf(`"message","message":{"role":"assistant","responseId":"resp%d","provider":"p","model":"m","usage":{"input":1,"output":2,"cacheRead":%d,"cacheWrite":4,"cost":{"total":0.1}},"content":[{"type":"text","text":"Let me look."},{"type":"toolCall","id":"c%d","name":"bash","arguments":{"command":"ls"}}]}`, n, n, n)) + "\n")
		data.WriteString(entry(fmt.Sprintf("r%06d", n), fmt.Sprintf("a%06d", n), fmt.Sprintf(`"message","message":{"role":"toolResult","toolCallId":"c%d","toolName":"bash","content":[{"type":"text","text":%q}]}`, n, strings.Repeat("a line of output, as it comes\n", 150))) + "\n")
	}
	return data.Bytes()
}

func BenchmarkIndex(b *testing.B) {
	data := sessionBytes(b)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		x := NewIndex()
		at := 0
		for line := range bytes.Lines(data) {
			x.Append(bytes.TrimSuffix(line, []byte("\n")), int64(at))
			at += len(line)
		}
		if x.Counts().Malformed > 0 {
			b.Fatal("malformed lines")
		}
	}
}
