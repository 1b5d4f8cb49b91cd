package chunk

// size is how many elements are made room for at once.
const size = 512

// List is a list that only grows. The zero List is empty.
type List[T any] struct {
	chunks []*[size]T
	n      int
}

// Append adds an element at the end.
func (l *List[T]) Append(v T) {
	if l.n == len(l.chunks)*size {
		l.chunks = append(l.chunks, new([size]T))
	}
	l.chunks[l.n/size][l.n%size] = v
	l.n++
}

// At is element i, of which there must be more than i.
func (l List[T]) At(i int) T { return l.chunks[i/size][i%size] }

// Len is the number of elements.
func (l List[T]) Len() int { return l.n }
