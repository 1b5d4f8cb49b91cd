package tail

// Read reads path once, from start to end, and hands every whole line to each,
// in pieces as Follow does. data is valid only during the call; an error of each
// ends the reading and is returned as it is.
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
	r := &reader{file: f, pool: newPool()}
	for {
		p, err := r.next(info.Size())
		if err == nil && len(p.data) > 0 {
			err = each(p.base, p.data)
			r.pool.put(p.data)
		}
		if err == nil && p.atEnd && p.partial > 0 {
			rest = make([]byte, p.partial)
			var n int
			if n, err = f.ReadAt(rest, r.base); n == len(rest) {
				err = nil
			}
		}
		if err != nil {
			f.Close()
			return nil, nil, err
		}
		if p.atEnd {
			return f, rest, nil
		}
	}
}
