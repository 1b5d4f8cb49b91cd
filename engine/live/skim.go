package live

import (
	"bytes"
	"runtime"
	"sync"
	"sync/atomic"

	"cfold/engine/session"
)

// pieceBytes is how much one goroutine skims at a time: many lines, yet a part of
// what a tail delivers at once while it reads a long file.
const pieceBytes = 128 << 10

// piece is a run of whole lines.
type piece struct {
	base    int64 // where it starts in the file
	data    []byte
	lines   []session.Line
	offsets []int64
	failed  any           // what skimming panicked with
	ready   chan struct{} // closed once lines and offsets are there
}

// pieces are used again, for the room their lines take.
var pieces = sync.Pool{New: func() any { return new(piece) }}

// skim hands each line of data, which starts at the offset base, to take, in
// order. More than a piece is skimmed side by side.
func skim(base int64, data []byte, take func(l *session.Line, offset int64)) {
	list := cut(base, data)
	var next atomic.Int32
	// one skims the next piece, if there is one left.
	one := func() bool {
		n := int(next.Add(1)) - 1
		if n < len(list) {
			list[n].skim()
		}
		return n < len(list)
	}
	for range min(runtime.GOMAXPROCS(0), len(list)) - 1 {
		go func() {
			for one() {
			}
		}()
	}
	for _, p := range list {
		for !p.skimmed() && one() {
		}
		<-p.ready
		if p.failed != nil {
			panic(p.failed) // here, where whoever called can recover
		}
		for n := range p.lines {
			take(&p.lines[n], p.offsets[n])
		}
		p.release()
	}
}

func (p *piece) skimmed() bool {
	select {
	case <-p.ready:
		return true
	default:
		return false
	}
}

// cut splits data into pieces at line ends.
func cut(base int64, data []byte) (list []*piece) {
	for len(data) > 0 {
		size := len(data)
		if size > pieceBytes {
			if n := bytes.IndexByte(data[pieceBytes:], '\n'); n >= 0 {
				size = pieceBytes + n + 1
			}
		}
		p := pieces.Get().(*piece)
		p.base, p.data, p.ready = base, data[:size], make(chan struct{})
		list = append(list, p)
		base, data = base+int64(size), data[size:]
	}
	return list
}

func (p *piece) skim() {
	defer func() {
		p.failed = recover()
		close(p.ready)
	}()
	at := p.base
	for rest := p.data; len(rest) > 0; {
		line := rest
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			line, rest = rest[:n], rest[n+1:]
		} else {
			rest = nil
		}
		n := len(p.lines)
		if n < cap(p.lines) {
			p.lines = p.lines[:n+1]
		} else {
			p.lines = append(p.lines, session.Line{})
		}
		p.lines[n].Skim(line)
		p.offsets = append(p.offsets, at)
		at += int64(len(line)) + 1
	}
}

func (p *piece) release() {
	p.data, p.lines, p.offsets = nil, p.lines[:0], p.offsets[:0]
	pieces.Put(p)
}
