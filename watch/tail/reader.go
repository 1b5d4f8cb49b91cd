package tail

import (
	"bytes"
	"errors"
	"io"
)

// ChunkSize is the largest piece, in bytes, in which lines are delivered, except
// that a single longer line is delivered whole.
const ChunkSize = 1 << 20

// smallest is the least number of bytes asked for in one read.
const smallest = 512

// spare is how many buffers wait to be used again.
const spare = 8

// pool keeps buffers of ChunkSize bytes for reuse.
type pool struct{ free chan []byte }

func newPool() *pool { return &pool{free: make(chan []byte, spare)} }

func (p *pool) get() []byte {
	select {
	case b := <-p.free:
		return b
	default:
		return make([]byte, ChunkSize)
	}
}

// put takes back a buffer that get gave out; anything else is left to the
// garbage collector.
func (p *pool) put(b []byte) {
	if cap(b) != ChunkSize {
		return
	}
	select {
	case p.free <- b[:ChunkSize]:
	default:
	}
}

// reader cuts the bytes of one file into whole lines, from the start on.
type reader struct {
	file    io.ReaderAt
	pool    *pool
	base    int64  // everything before has been returned
	scanned int64  // no LF stands in [base, scanned)
	mark    []byte // the last bytes before scanned
}

// piece is what one step of a reader found: whole lines beginning at base, or
// none, and if atEnd how many bytes follow them.
type piece struct {
	base    int64
	data    []byte
	partial int64
	atEnd   bool
}

// next returns the following whole lines. size is the size of the file as far as
// known and only tunes the read. The bytes are taken from the pool when they
// need much room, else allocated to measure, so that keeping the line of a small
// append does not keep a large buffer.
func (r *reader) next(size int64) (piece, error) {
	for {
		if r.scanned-r.base >= ChunkSize {
			p, found, err := r.long()
			if found || err != nil || p.atEnd {
				return p, err
			}
			continue
		}
		buf := r.buffer(size)
		n, err := r.file.ReadAt(buf, r.base)
		if err != nil && !errors.Is(err, io.EOF) {
			r.pool.put(buf)
			return piece{}, err
		}
		atEnd := n < len(buf)
		cut := bytes.LastIndexByte(buf[:n], '\n') + 1
		p := piece{base: r.base, atEnd: atEnd}
		if atEnd {
			p.partial = int64(n - cut)
		}
		r.base += int64(cut)
		r.rescan()
		if cut == 0 {
			r.pass(buf[:n])
			r.pool.put(buf)
			if !atEnd {
				size = r.scanned + ChunkSize
				continue
			}
			return p, nil
		}
		p.data = buf[:cut]
		return p, nil
	}
}

// buffer is room for what is left of the file, and one byte more to see its end,
// but at most a chunk.
func (r *reader) buffer(size int64) []byte {
	want := max(size-r.base+1, smallest)
	if want >= ChunkSize/4 {
		return r.pool.get()
	}
	return make([]byte, want)
}

// pass counts data, which holds no LF, as scanned.
func (r *reader) pass(data []byte) {
	r.scanned += int64(len(data))
	if len(data) > 0 {
		r.mark = append(r.mark[:0], data[max(0, len(data)-lastSize):]...)
	}
}

// rescan forgets what has been scanned of the unfinished line.
func (r *reader) rescan() { r.scanned, r.mark = r.base, r.mark[:0] }

// recheck looks whether the bytes scanned so far may have been replaced: surely
// when forced to think so, else when the last of them differ. They are scanned
// again then.
func (r *reader) recheck(force bool) error {
	have := make([]byte, len(r.mark))
	n, err := r.file.ReadAt(have, r.scanned-int64(len(have)))
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if force || !bytes.Equal(have[:n], r.mark) {
		r.rescan()
	}
	return nil
}

// long goes on with a line longer than a chunk: it looks for its LF in the bytes
// not yet scanned and, once there, reads the line in one piece.
func (r *reader) long() (p piece, found bool, err error) {
	buf := r.pool.get()
	n, err := r.file.ReadAt(buf, r.scanned)
	defer r.pool.put(buf)
	if err != nil && !errors.Is(err, io.EOF) {
		return piece{}, false, err
	}
	i := bytes.IndexByte(buf[:n], '\n')
	if i < 0 {
		r.pass(buf[:n])
		return piece{base: r.base, partial: r.scanned - r.base, atEnd: n < ChunkSize}, false, nil
	}
	line := make([]byte, r.scanned+int64(i)+1-r.base)
	if n, err := r.file.ReadAt(line, r.base); n < len(line) {
		if errors.Is(err, io.EOF) {
			// Truncated meanwhile. The next look at the file finds out how.
			r.rescan()
			return piece{base: r.base, partial: int64(n), atEnd: true}, false, nil
		}
		return piece{}, false, err
	}
	if bytes.IndexByte(line, '\n') < len(line)-1 {
		// What had been scanned was replaced meanwhile: look at it again.
		r.rescan()
		return piece{}, false, nil
	}
	p = piece{base: r.base, data: line}
	r.base += int64(len(line))
	r.rescan()
	return p, true, nil
}
