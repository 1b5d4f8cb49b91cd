package background

import (
	"bytes"
	"os"
)

// Swallow is a terminal that is read without the answers of an earlier Ask that
// come late. It stands wherever the terminal itself can.
type Swallow struct {
	*os.File
	held  []byte // the beginning of what may become an answer
	ready []byte // what was read and did not fit
}

// longest is the most that is held back, in bytes: no answer is longer.
const longest = 64

// Read reads what is no answer. While an answer is incomplete it waits for the
// rest, which follows at once.
func (s *Swallow) Read(p []byte) (int, error) {
	for len(p) > 0 && len(s.ready) == 0 {
		buf := make([]byte, len(p))
		n, err := s.File.Read(buf)
		kept, rest := strip(append(s.held, buf[:n]...))
		s.held, s.ready = rest, kept
		if err != nil || len(rest) > longest {
			s.held, s.ready = nil, append(kept, rest...)
		}
		if err != nil && len(s.ready) == 0 {
			return 0, err
		}
	}
	n := copy(p, s.ready)
	s.ready = s.ready[n:]
	return n, nil
}

// strip takes whole answers out of data. rest is the beginning of another one at
// its end.
func strip(data []byte) (kept, rest []byte) {
	for len(data) > 0 {
		i := bytes.IndexByte(data, '\x1b')
		if i < 0 {
			return append(kept, data...), nil
		}
		kept, data = append(kept, data[:i]...), data[i:]
		n, partial := answer(data)
		switch {
		case partial:
			return kept, data
		case n == 0:
			kept, data = append(kept, data[0]), data[1:]
		default:
			data = data[n:]
		}
	}
	return kept, nil
}

// answer is the length of the answer that data begins with, 0 for none. partial
// means it is not all there yet. A lone ESC is a key, so an answer that is cut after
// its first byte is not recognised.
func answer(data []byte) (n int, partial bool) {
	for _, form := range []struct {
		start string
		ends  []string
	}{
		{colorStart, []string{"\x07", "\x1b\\"}},
		{identityStart, []string{string(identityEnd)}},
	} {
		if len(data) > 1 && len(data) < len(form.start) && bytes.HasPrefix([]byte(form.start), data) {
			return 0, true
		}
		if !bytes.HasPrefix(data, []byte(form.start)) {
			continue
		}
		for _, end := range form.ends {
			if i := bytes.Index(data, []byte(end)); i > 0 {
				return i + len(end), false
			}
		}
		return 0, true
	}
	return 0, false
}
