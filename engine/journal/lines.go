package journal

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// blockSize is how much is read at a time, in bytes: much where all is read,
// little where the last line is looked for.
const (
	blockSize = 64 << 10
	lastBlock = 4 << 10
)

// forward calls visit for each line of the bytes [from, end) of r, in order,
// without its LF. whole is false for what follows the last LF, if anything does.
// visit must not keep line. lines is scratch.
func forward(r io.ReaderAt, lines *bufio.Reader, from, end int64, visit func(line []byte, whole bool)) error {
	lines.Reset(io.NewSectionReader(r, from, end-from))
	var long []byte
	for {
		part, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			long = append(long, part...)
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return err
		}
		line := part
		if long != nil {
			line, long = append(long, part...), nil
		}
		if err != nil { // the end, which an LF need not stand before
			if len(line) > 0 {
				visit(line, false)
			}
			return nil
		}
		visit(line[:len(line)-1], true)
	}
}

// backward calls visit for each line of the bytes [0, end) of r, the last one
// first, without its LF, until visit wants no more. stop is where the line ends
// in the file, its LF included. What follows the last LF comes as a line too,
// unless it is empty. visit must not keep line.
func backward(r io.ReaderAt, end int64, visit func(line []byte, stop int64) (more bool)) error {
	var buf []byte // the bytes from start, up to the line that is looked for
	start, stop := end, end
	trimmed := false // buf ends before the LF that ends the line
	for {
		i := bytes.LastIndexByte(buf, '\n')
		if i < 0 && start > 0 {
			// Reading as much again as there is keeps a long line linear.
			n := min(start, max(lastBlock, int64(len(buf))))
			grown := make([]byte, n, n+int64(len(buf)))
			if _, err := r.ReadAt(grown, start-n); err != nil {
				return err
			}
			buf, start = append(grown, buf...), start-n
			continue
		}
		if line := buf[i+1:]; trimmed || len(line) > 0 {
			if !visit(line, stop) {
				return nil
			}
		}
		if i < 0 {
			return nil
		}
		stop = start + int64(i) + 1
		buf, trimmed = buf[:i], true
	}
}
