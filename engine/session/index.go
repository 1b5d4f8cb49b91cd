package session

import (
	"bytes"
	"slices"

	"cfold/engine/cache"
	"cfold/engine/chunk"
	"cfold/engine/jsjson"
	"cfold/engine/lookup"
)

// Index is the tree of a session file, one small record per entry. Lines go in
// through Add or Append in file order; everything else only reads. The zero Index is
// not ready: use NewIndex.
type Index struct {
	header   Header
	started  bool // a first JSON object was seen
	counts   Counts
	entries  chunk.List[Entry]
	ids      lookup.Table // id text → interned number
	idNames  []string     // interned number → id text
	newest   []int32      // interned number → newest entry with that id
	fileLine []int32      // version 1: position among all entries → entry

	responses   chunk.List[response]
	compactions []compactionRecord
	edits       []editRecord
	edited      map[int32]bool // interned ids that any edit names
	origins     []origin
	originAt    map[origin]int32
	modelSets   []cache.Model
	leafTarget  int32 // a leaf entry's target, None otherwise
	name        string
	line        Line // scratch of Append
}

type compactionRecord struct {
	firstKept int32 // interned id (in version 1 the entry), None for nothing kept
}

type editRecord struct {
	target int32
	omit   bool
}

// NewIndex returns an empty index.
func NewIndex() *Index {
	return &Index{originAt: map[origin]int32{}, edited: map[int32]bool{}, leafTarget: None}
}

// Append is Add of a line without its LF that was not skimmed yet. What it holds
// is returned too, valid until the next Append and as long as line is.
func (x *Index) Append(line []byte, offset int64) (int, *Line) {
	x.line.Skim(line)
	return x.Add(&x.line, offset), &x.line
}

// Add takes in one line, which starts at the byte offset. It returns the index of
// the entry it made, None when the line is a header, blank or malformed.
func (x *Index) Add(l *Line, offset int64) int {
	x.counts.Lines++
	switch {
	case l.blank:
		x.counts.Blank++
		return None
	case !l.valid:
		x.counts.Malformed++
		return None
	}
	if !x.started {
		x.started = true
		if l.isHeader && l.id.Kind() == jsjson.String {
			x.header = l.header()
		}
	}
	if l.isHeader {
		x.counts.Headers++
		x.fileLine = append(x.fileLine, None)
		return None
	}
	x.counts.Entries++
	if !l.known {
		x.counts.Unknown++
	}
	return x.add(l, offset)
}

func (x *Index) add(l *Line, offset int64) int {
	i := x.entries.Len()
	e := Entry{Offset: offset, Size: int32(l.size), Kind: l.Kind, Role: l.Role, Parts: uint8(min(len(l.Message.Parts), 255)), id: None, parent: None, detail: None}
	e.Time, _ = parseTime(l.timestamp)
	if x.header.Version < 2 {
		// Version 1 has no tree: each line follows the one before it.
		e.parent = int32(i - 1)
		x.fileLine = append(x.fileLine, int32(i))
	} else {
		if l.id.Kind() == jsjson.String {
			e.id = x.intern(l.id)
			e.Repeat = x.newest[e.id] != None
			x.newest[e.id] = int32(i)
		}
		if l.parent.Truthy() && l.parent.Kind() == jsjson.String {
			e.parent = x.intern(l.parent)
		}
	}
	x.leafTarget = None
	e.detail = x.note(l, i)
	x.entries.Append(e)
	return i
}

// note keeps what entry i holds beyond its links and returns its place in the
// side table of its kind.
func (x *Index) note(l *Line, i int) int32 {
	switch l.Kind {
	case Message, UsageReport:
		if r, ok := l.response(); ok {
			return x.keep(r)
		}
	case Compaction:
		x.compactions = append(x.compactions, x.compactionOf(l))
		return int32(len(x.compactions) - 1)
	case ContextEdit:
		edit := editRecord{target: x.intern(l.target), omit: l.replacement.Kind() == jsjson.Null}
		x.edits = append(x.edits, edit)
		x.edited[edit.target] = true
		return int32(len(x.edits) - 1)
	case ModelChange:
		x.modelSets = append(x.modelSets, cache.Model{Provider: l.provider.Text(), ID: l.model.Text()})
		return int32(len(x.modelSets) - 1)
	case SessionInfo:
		x.name = l.name.Text()
	case Custom:
		if l.CustomType == FoldType {
			return 0
		}
	case Leaf:
		if l.target.Kind() == jsjson.String {
			x.leafTarget = x.intern(l.target)
		}
	}
	return None
}

func (x *Index) compactionOf(l *Line) compactionRecord {
	r := compactionRecord{firstKept: None}
	switch {
	case x.header.Version < 2:
		if i := int(l.firstIndex.Int()); l.firstIndex.Kind() == jsjson.Number && i >= 0 && i < len(x.fileLine) {
			r.firstKept = x.fileLine[i]
		}
	case l.firstKept.Truthy():
		r.firstKept = x.intern(l.firstKept)
	}
	return r
}

// intern numbers an id; what is no string has the empty one. A plain id is looked
// up without being copied.
func (x *Index) intern(raw jsjson.Raw) int32 {
	if raw.Kind() == jsjson.String {
		if n, ok := x.ids.Find(raw[1:len(raw)-1], x.idName); ok && bytes.IndexByte(raw, '\\') < 0 {
			return n
		}
	}
	x.idNames = append(x.idNames, raw.Text())
	n, added := x.ids.Put(int32(len(x.idNames)-1), x.idName)
	if !added {
		x.idNames = x.idNames[:len(x.idNames)-1]
		return n
	}
	x.newest = append(x.newest, None)
	return n
}

func (x *Index) idName(n int32) string { return x.idNames[n] }

// Header is the session's header; zero before the first JSON object of the file,
// and where that is no header with an id.
func (x *Index) Header() Header { return x.header }

// Counts accounts for the lines read so far.
func (x *Index) Counts() Counts { return x.counts }

// Name is the newest session_info name; empty when none was given.
func (x *Index) Name() string { return x.name }

// Len is the number of entries.
func (x *Index) Len() int { return x.entries.Len() }

// Places is where the entries so far stand in the file. It stays good while the
// index grows.
type Places struct{ entries chunk.List[Entry] }

// Places places the entries read so far.
func (x *Index) Places() Places { return Places{x.entries} }

// Of is the offset and size of the line of entry i, in bytes.
func (p Places) Of(i int) (offset int64, size int32) {
	e := p.entries.At(i)
	return e.Offset, e.Size
}

// Entry is the record of entry i.
func (x *Index) Entry(i int) Entry { return x.entries.At(i) }

// ID is the id of entry i; empty in version 1 files and for entries without.
func (x *Index) ID(i int) string {
	if id := x.entries.At(i).id; id >= 0 {
		return x.idNames[id]
	}
	return ""
}

// Lookup finds the entry with an id, the newest when it is repeated; None when
// there is none.
func (x *Index) Lookup(id string) int {
	if n, ok := x.ids.Find([]byte(id), x.idName); ok {
		return int(x.newest[n])
	}
	return None
}

// Parent is the entry that entry i follows; None for a root and for a parent
// that is not in the file.
func (x *Index) Parent(i int) int {
	p := x.entries.At(i).parent
	if p == None || x.header.Version < 2 {
		return int(p)
	}
	return int(x.newest[p])
}

// Leaf is the entry the active branch ends at: the last one in the file, or the
// target of a leaf entry that stands last. None in an empty session.
func (x *Index) Leaf() int {
	if x.leafTarget != None && x.newest[x.leafTarget] != None {
		return int(x.newest[x.leafTarget])
	}
	return x.entries.Len() - 1
}

// Branch lists the entries from the root to leaf, oldest first. Links that form a
// circle are followed once around.
func (x *Index) Branch(leaf int) []int32 {
	var path []int32
	var seen map[int32]bool // nil until a link leads to a later line, as one of every circle does
	for i := leaf; i != None; {
		path = append(path, int32(i))
		next := x.Parent(i)
		if next >= i && seen == nil {
			seen = map[int32]bool{}
			for _, p := range path {
				seen[p] = true
			}
		}
		if seen != nil {
			if seen[int32(next)] {
				break
			}
			seen[int32(next)] = true
		}
		i = next
	}
	slices.Reverse(path)
	return path
}

// Model is what entry i sets the model to: a model change, or a response.
func (x *Index) Model(i int) (m cache.Model, ok bool) {
	if e := x.entries.At(i); e.Kind == ModelChange {
		return x.modelSets[e.detail], true
	}
	r, ok := x.Response(i)
	return r.Model, ok && r.Report == ""
}

// Edited reports whether any context edit of the file, of whatever branch, names
// the id of entry i.
func (x *Index) Edited(i int) bool {
	id := x.entries.At(i).id
	return id != None && x.edited[id]
}

// IsFold reports whether entry i is a custom entry holding a fold record.
func (x *Index) IsFold(i int) bool {
	e := x.entries.At(i)
	return e.Kind == Custom && e.detail == 0
}
