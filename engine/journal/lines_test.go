package journal

import (
	"bufio"
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawText draws lines of all lengths, some longer than what is read at a time.
func drawText(t *rapid.T) []byte {
	line := rapid.Custom(func(t *rapid.T) string {
		n := rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(blockSize-3, blockSize+3), rapid.Just(3*blockSize)).Draw(t, "length")
		return strings.Repeat("x", n)
	})
	return []byte(strings.Join(rapid.SliceOfN(line, 0, 6).Draw(t, "lines"), "\n"))
}

func TestLinesBothWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t)
		from := 0 // any start of a line
		if starts := slices.Collect(lineStarts(text)); len(starts) > 0 {
			from = rapid.SampledFrom(starts).Draw(t, "from")
		}
		var want, ahead, back []string
		for line := range bytes.Lines(text[from:]) {
			want = append(want, string(line))
		}
		err := forward(bytes.NewReader(text), bufio.NewReaderSize(nil, 32), int64(from), int64(len(text)), func(line []byte, whole bool) {
			if whole {
				line = append(bytes.Clone(line), '\n')
			}
			ahead = append(ahead, string(line))
		})
		if err != nil || !slices.Equal(ahead, want) {
			t.Fatalf("forward: %v, %d lines of %d", err, len(ahead), len(want))
		}
		err = backward(bytes.NewReader(text), int64(len(text)), func(line []byte, stop int64) bool {
			start := int(stop) - len(line)
			if stop > 0 && text[stop-1] == '\n' {
				start--
			}
			if start < from {
				return false
			}
			if !bytes.Equal(line, bytes.TrimSuffix(text[start:stop], []byte("\n"))) {
				t.Fatalf("line that ends at %d is %d bytes long", stop, len(line))
			}
			back = append(back, string(text[start:stop]))
			return true
		})
		slices.Reverse(back)
		if err != nil || !slices.Equal(back, want) {
			t.Fatalf("backward: %v, %d lines of %d", err, len(back), len(want))
		}
	})
}

func lineStarts(text []byte) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		at := 0
		for line := range bytes.Lines(text) {
			if !yield(at) {
				return
			}
			at += len(line)
		}
	}
}

func TestIDsAreFoundAcrossBlocks(t *testing.T) {
	const id = `"0123abcd"`
	for shift := range 24 {
		text := strings.Repeat("y", 1<<20-12+shift) + id + strings.Repeat(`"`, 5)
		found := ids{}
		if err := found.noteAll(strings.NewReader(text), 0, int64(len(text))); err != nil {
			t.Fatal(err)
		}
		if _, ok := found[0x0123abcd]; !ok || len(found) != 1 {
			t.Errorf("shifted by %d: found %x", shift, found)
		}
	}
	found := ids{}
	found.note([]byte(`"0123ABCD" "0123abc" "0123abcde" 0123abcd "0123abcd`))
	if len(found) > 0 {
		t.Errorf("found %x", found)
	}
}
