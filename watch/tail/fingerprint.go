package tail

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"io"
)

// headSize and lastSize are how many bytes, from the start and before the end
// of what was delivered, are compared to notice a rewrite in place. Pi's own
// rewrite, the migration to a newer version, changes the header line.
const (
	headSize = 4096
	lastSize = 64
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fingerprint remembers what the delivered bytes [0, size) were.
type fingerprint struct {
	size int64
	head []byte // the first headSize bytes, or fewer
	last []byte // the last lastSize bytes, or fewer
	sum  uint32 // over all
}

// add continues the fingerprint with bytes that were delivered.
func (f *fingerprint) add(data []byte) {
	f.size += int64(len(data))
	f.sum = crc32.Update(f.sum, castagnoli, data)
	if room := headSize - len(f.head); room > 0 {
		f.head = append(f.head, data[:min(room, len(data))]...)
	}
	f.last = append(f.last, data[max(0, len(data)-lastSize):]...)
	f.last = append(f.last[:0], f.last[max(0, len(f.last)-lastSize):]...)
}

// matches reports whether the start and the end of the delivered bytes still
// stand in r.
func (f *fingerprint) matches(r io.ReaderAt) (bool, error) {
	for _, part := range []struct {
		off  int64
		want []byte
	}{{0, f.head}, {f.size - int64(len(f.last)), f.last}} {
		have := make([]byte, len(part.want))
		n, err := r.ReadAt(have, part.off)
		if err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		if !bytes.Equal(have[:n], part.want) {
			return false, nil
		}
	}
	return true, nil
}

// matchesAll reports whether all delivered bytes still stand in r. It reads them
// all.
func (f *fingerprint) matchesAll(ctx context.Context, r io.ReaderAt, buf []byte) (bool, error) {
	var sum uint32
	for off := int64(0); off < f.size; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n, err := r.ReadAt(buf[:min(int64(len(buf)), f.size-off)], off)
		if err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		if n == 0 {
			return false, nil
		}
		sum = crc32.Update(sum, castagnoli, buf[:n])
		off += int64(n)
	}
	return sum == f.sum, nil
}
