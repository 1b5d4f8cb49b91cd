package tail

// Read reads path once, from start to end, and hands every whole line to each,
// in pieces as Follow does, while the next piece is being read. data is valid only
// during the call; an error of each ends the reading and is returned as it is.
//
// rest holds what stands after the last LF, nil when nothing does. Following, it
// would not be a line yet; Pi, when it opens a session, takes it for one if it
// parses. The file is returned for reading on demand and belongs to the caller.
// On an error it is nil.
func Read(path string, each func(base int64, data []byte) error) (f *File, rest []byte, err error) {
	f, info, err := open(path)
	if err != nil {
		return nil, nil, err
	}
	a := &ahead{reader: reader{file: f, pool: newPool()}, size: info.Size(), pieces: make(chan piece), stop: make(chan struct{})}
	go a.run()
	for p := range a.pieces {
		if err = each(p.base, p.data); err != nil {
			break
		}
		a.reader.pool.put(p.data)
	}
	close(a.stop)
	for range a.pieces {
	}
	if err == nil {
		err = a.err
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, a.rest, nil
}

// ahead reads a file a piece ahead of whoever takes them.
type ahead struct {
	reader reader
	size   int64
	pieces chan piece
	stop   chan struct{}

	// Set before pieces is closed.
	rest []byte
	err  error
}

func (a *ahead) run() {
	defer close(a.pieces)
	for {
		p, err := a.reader.next(a.size)
		if err == nil && p.atEnd && p.partial > 0 {
			a.rest = make([]byte, p.partial)
			var n int
			if n, err = a.reader.file.ReadAt(a.rest, a.reader.base); n == len(a.rest) {
				err = nil
			}
		}
		if a.err = err; err != nil {
			return
		}
		if len(p.data) > 0 {
			select {
			case a.pieces <- p:
			case <-a.stop:
				return
			}
		}
		if p.atEnd {
			return
		}
	}
}
