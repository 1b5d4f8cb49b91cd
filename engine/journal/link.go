package journal

import (
	"cfold/engine/jsjson"
	"cfold/engine/session"
)

// link is an entry as far as its place in the tree goes.
type link struct {
	// id is the entry's id, empty for one without, which nothing can follow.
	// parent is empty for a root.
	id, parent string
	// data is the record of a contextfold.fold entry, nil for any other entry.
	data []byte
}

// isFold tells that the entry holds a fold record. Pi writes such entries for
// context-fold, this package writes them: nothing in the file tells them apart.
func (l link) isFold() bool { return l.data != nil }

// readLink reads an entry's line. ok is false for a header and for a line that is
// no JSON object, neither of which has a place in the tree. Nothing of line is
// kept.
func readLink(line []byte) (l link, ok bool) {
	var typ, id, parent, custom, data jsjson.Raw
	_, ok = jsjson.Walk(line, func(k jsjson.Key, v jsjson.Cursor) int {
		switch {
		case k.Is("type"):
			return v.Value(&typ)
		case k.Is("id"):
			return v.Value(&id)
		case k.Is("parentId"):
			return v.Value(&parent)
		case k.Is("customType"):
			return v.Value(&custom)
		case k.Is("data"):
			return v.Value(&data)
		}
		return v.Skip()
	})
	if !ok || typ.Equals("session") {
		return link{}, false
	}
	l = link{id: id.Text(), parent: parent.Text()}
	if typ.Equals("custom") && custom.Equals(session.FoldType) && data != nil {
		l.data = jsjson.AppendStringify([]byte{}, data)
	}
	return l, true
}
