package journal

import (
	"bufio"
	"io"
	"io/fs"
	"os"
)

// mark is a place in a session up to which its tree is known to be good: the end
// of a whole line, and the last entry before it.
type mark struct {
	end int64 // bytes
	// last is that entry; any is false where there is none, so that what follows
	// is a root.
	last link
	any  bool
}

// findMark finds the last entry that holds no fold record. Pi wrote it as its
// leaf, so its chain is taken as good.
func findMark(r io.ReaderAt, size int64) (mark, error) {
	var m mark
	err := backward(r, size, func(line []byte, stop int64) bool {
		l, ok := readLink(line)
		if !ok || l.isFold() || unterminated(r, stop) {
			return true
		}
		m = mark{end: stop, last: l, any: true}
		return false
	})
	return m, err
}

// tail is what a session holds after a mark.
type tail struct {
	window []link
	// size and info describe the file as it was read.
	size int64
	info fs.FileInfo
	// last is its last entry, any is false without one.
	last link
	any  bool
	// next is the mark at the end of its last whole line.
	next mark
	// torn tells that bytes follow that line: an entry still to be ended, or what
	// is left of one.
	torn bool
}

// rereads bounds how often the tail is read again because it grew meanwhile while
// it ended inside a line.
const rereads = 100

// readTail reads what follows m. Each piece of it is given to note.
func readTail(f *os.File, lines *bufio.Reader, m mark, note func([]byte)) (tail, error) {
	for try := 0; ; try++ {
		info, err := f.Stat()
		if err != nil {
			return tail{}, err
		}
		t := tail{size: info.Size(), info: info, last: m.last, any: m.any, next: m}
		err = forward(f, lines, m.end, t.size, func(line []byte, whole bool) {
			note(line)
			l, ok := readLink(line)
			if ok {
				t.window = append(t.window, l)
				t.last, t.any = l, true
			}
			if t.torn = !whole; whole {
				t.next = mark{end: t.next.end + int64(len(line)) + 1, last: t.last, any: t.any}
			}
		})
		if err != nil || !t.torn || try == rereads {
			return t, err
		}
		// Another's write may be seen in part while it is going on.
		if again, err := f.Stat(); err != nil || again.Size() == t.size {
			return t, err
		}
	}
}

// verdict judges the tail after its mark.
func (t tail) verdict(m mark) verdict { return judge(m.last.id, t.window) }
