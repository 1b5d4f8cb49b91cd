package chunk

import (
	"sync"
	"testing"
)

// A copy stays as it is, and is read while the list grows.
func TestCopiesStay(t *testing.T) {
	var l List[int]
	var reading sync.WaitGroup
	for n := range 3*size + 1 {
		if n%97 == 0 {
			was := l
			reading.Go(func() {
				if was.Len() != n {
					t.Errorf("%d elements, want %d", was.Len(), n)
				}
				for i := range n {
					if was.At(i) != i {
						t.Errorf("element %d is %d", i, was.At(i))
					}
				}
			})
		}
		l.Append(n)
	}
	reading.Wait()
	if l.Len() != 3*size+1 || l.At(3*size) != 3*size {
		t.Errorf("%d elements", l.Len())
	}
}
