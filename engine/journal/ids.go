package journal

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"io"
)

// idLen is the length of an id as Pi makes them, in bytes: hex digits.
const idLen = 8

// ids are the ids of a file that a new one could be equal to.
type ids map[uint32]struct{}

// note takes in every quoted run of eight hex digits in data, whatever key it
// belongs to: looking no closer is fast, and only keeps a few more ids from being
// used.
func (s ids) note(data []byte) {
	for {
		i := bytes.IndexByte(data, '"')
		if i < 0 || i+idLen+2 > len(data) {
			return
		}
		data = data[i+1:]
		if data[idLen] != '"' {
			continue
		}
		if n, ok := readID(data[:idLen]); ok {
			s[n] = struct{}{}
		}
	}
}

func readID(b []byte) (n uint32, ok bool) {
	for _, c := range b {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | uint32(c-'0')
		case c >= 'a' && c <= 'f':
			n = n<<4 | uint32(c-'a'+10)
		default:
			return 0, false
		}
	}
	return n, true
}

// noteAll takes in the bytes [from, end) of r.
func (s ids) noteAll(r io.ReaderAt, from, end int64) error {
	const overlap = idLen + 1
	buf := make([]byte, 1<<20)
	for from < end {
		n := min(int64(len(buf)), end-from)
		if _, err := r.ReadAt(buf[:n], from); err != nil {
			return err
		}
		s.note(buf[:n])
		if from+n == end {
			return nil
		}
		from += n - overlap
	}
	return nil
}

// fresh makes an id that is neither in s nor known.
func (s ids) fresh(known func(string) bool) string {
	for {
		var b [idLen / 2]byte
		rand.Read(b[:]) // never fails
		id := hex.EncodeToString(b[:])
		n, _ := readID([]byte(id))
		if _, taken := s[n]; taken || known != nil && known(id) {
			continue
		}
		s[n] = struct{}{}
		return id
	}
}
