package journal

import (
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"cfold/engine/jsjson"
	"cfold/engine/seed"
	"cfold/engine/session"
)

// appendEntry appends the line of a custom entry, its LF included, as Pi writes
// one. An empty parent makes it a root.
func appendEntry(dst, record []byte, id, parent string, at time.Time) []byte {
	dst = append(dst, `{"type":"custom","customType":"`+session.FoldType+`","data":`...)
	dst = append(dst, record...)
	dst = append(append(append(dst, `,"id":"`...), id...), `","parentId":`...)
	if parent == "" {
		dst = append(dst, "null"...)
	} else {
		dst = jsjson.AppendQuote(dst, parent)
	}
	return append(append(append(dst, `,"timestamp":"`...), seed.Time(at.UnixMilli())...), "\"}\n"...)
}

// entryBytes is at least what appendEntry appends, and an LF before it.
func entryBytes(record []byte, parent string) int {
	// A byte of the parent takes up to six when it is escaped.
	return len(record) + 6*len(parent) + 200
}

// checkRoom tells whether n more bytes find room in a file of size bytes: on its
// file system, and under this process's own limit.
func checkRoom(f *os.File, size int64, n int) error {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil && uint64(size)+uint64(n) > uint64(limit.Cur) {
		return unix.EFBIG
	}
	var fs unix.Statfs_t
	// A file system that reports no blocks at all does not count them.
	if unix.Fstatfs(int(f.Fd()), &fs) != nil || fs.Blocks == 0 {
		return nil
	}
	free := uint64(fs.Bavail)
	if os.Geteuid() == 0 {
		free = uint64(fs.Bfree)
	}
	// The line may begin a block, and its tail another.
	if block := uint64(fs.Bsize); free < uint64(n)/block+2 {
		return unix.ENOSPC
	}
	return nil
}

// errTorn says that part of a line stands in the file.
var errTorn = errors.New("a torn line was left")

// appendOnce appends data by one write and returns the offset it landed at, in
// bytes. What was written in part is taken back, or, where others have written
// after it, left; the error is errTorn then.
func appendOnce(f *os.File, data []byte) (int64, error) {
	n, err := writeOnce(f, data)
	if n <= 0 {
		if err == nil {
			err = io.ErrShortWrite
		}
		return 0, err
	}
	// A write in append mode leaves the file's position behind what it wrote.
	end, seekErr := f.Seek(0, io.SeekCurrent)
	if seekErr != nil {
		return 0, seekErr
	}
	if n < len(data) {
		if !withdraw(f, end, int64(n)) {
			return 0, errTorn
		}
		return 0, unix.ENOSPC
	}
	return end - int64(n), nil
}

// writeOnce is write(2): unlike os.File.Write it does not go on after a part.
func writeOnce(f *os.File, data []byte) (int, error) {
	for {
		n, err := unix.Write(int(f.Fd()), data)
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}

// withdraw takes back the n bytes that end at end, as long as the file ends there
// too, and reports whether they are gone.
func withdraw(f *os.File, end, n int64) bool {
	info, err := f.Stat()
	return err == nil && info.Size() == end && f.Truncate(end-n) == nil
}
