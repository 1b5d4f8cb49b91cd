package live

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"cfold/engine/session"
)

// Lines come in order and as they are, however many pieces are skimmed side by side,
// also where several files are read at once and share what is pooled.
func TestLinesOfManyPiecesComeInOrder(t *testing.T) {
	var reading sync.WaitGroup
	for n := range 3 {
		reading.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(n)))
			var data []byte
			var starts []int
			for len(data) < 9*pieceBytes {
				starts = append(starts, len(data))
				room := random.IntN(2000)
				if random.IntN(100) == 0 {
					room = 2 * pieceBytes
				}
				data = fmt.Appendf(data, `{"type":"custom","customType":"%d.%d","data":"%s"}`+"\n", n, len(starts), bytes.Repeat([]byte("x"), room))
			}
			for _, whole := range [][]byte{data, data[:len(data)-1], data[:starts[1]], nil} {
				const base = 1 << 40
				seen := 0
				skim(base, whole, func(l *session.Line, offset int64) {
					if offset != base+int64(starts[seen]) || l.CustomType != fmt.Sprintf("%d.%d", n, seen+1) {
						t.Errorf("line %d: %q at %d", seen, l.CustomType, offset-base)
					}
					seen++
				})
				if want := bytes.Count(append(whole[:len(whole):len(whole)], '\n'), []byte("}\n")); seen != want {
					t.Errorf("%d lines of %d bytes, want %d", seen, len(whole), want)
				}
			}
		})
	}
	reading.Wait()
}
