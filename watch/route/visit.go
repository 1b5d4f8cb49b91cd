package route

import (
	"errors"

	"cfold/engine/journal"
	"cfold/watch/link"
)

// Visit is a session that may be written to, as it was when the person was asked.
type Visit struct {
	desk    *Desk
	session Session
	seen    journal.Seen
	broken  bool
	linked  bool
	when    string
}

// Visit looks at a session before the person is asked, so that one which cannot
// be written to is refused first. It writes nothing.
func (d *Desk) Visit(s Session) (*Visit, error) {
	seen, err := journal.Look(s.Path)
	if err != nil {
		return nil, err
	}
	if seen.Session != s.ID {
		return nil, &journal.Error{Path: s.Path, Kind: journal.ErrReplaced}
	}
	v := &Visit{desk: d, session: s, seen: seen}
	// Only whether it may be appended to: the ids are read when that is done.
	if _, err := v.open(func(string) bool { return false }); err != nil {
		return nil, err
	}
	var e link.Entry
	if e, v.linked = d.linked(s); v.linked {
		v.when = foresees(e)
	} else {
		v.when = d.seen(s, false)
	}
	v.broken, err = journal.NeedsRepair(s.Path)
	return v, err
}

func (v *Visit) open(known func(string) bool) (*journal.Journal, error) {
	return journal.Open(v.session.Path, v.seen, journal.Options{Now: v.desk.Now, Known: known})
}

// Broken reports whether a session can be seen to end with a record that has to be
// mended.
func (d *Desk) Broken(s Session) bool {
	broken, err := journal.NeedsRepair(s.Path)
	return err == nil && broken
}

// Broken reports whether the session ends with a record that a writer which was
// killed left without its right parent.
func (v *Visit) Broken() bool { return v.broken }

// Mends reports whether holding would mend the session first: a linked Pi writes
// itself, and mends nothing.
func (v *Visit) Mends() bool { return v.broken && !v.linked }

// Seen says, as a sentence, when Pi would see what is written now.
func (v *Visit) Seen() string { return v.when }

// Done is what came of writing to a session.
type Done struct {
	// Mended counts the records that were broken before or meanwhile.
	Mended int
	// Seen says, as a sentence, when Pi will see it.
	Seen string
}

// Hold holds the blocks with those ids raw from now on, folded ones and others
// alike, by one record. A linked Pi that has the session open writes it; the file
// is the way only as long as nothing was asked of one, and a broken session is then
// mended first. The error says whether anything was written.
func (v *Visit) Hold(ids ...string) (Done, error) {
	if done, sent, err := v.holdLinked(ids); sent {
		return done, err
	}
	j, err := v.open(nil)
	if err != nil {
		return Done{}, err
	}
	return v.done(j.Append(journal.UnfoldOf(ids...)))
}

// Repair mends a broken session.
func (v *Visit) Repair() (Done, error) {
	j, err := v.open(nil)
	if err != nil {
		return Done{}, err
	}
	return v.done(j.Repair())
}

func (v *Visit) done(r journal.Result, err error) (Done, error) {
	if err != nil {
		return Done{}, err
	}
	return Done{Mended: r.Copies, Seen: v.desk.seen(v.session, r.Contested)}, nil
}

// Wrote reports whether an error of Hold or Repair leaves something in the file, or
// may do so.
func Wrote(err error) bool {
	if unsure := (*UnsureError)(nil); errors.As(err, &unsure) {
		return true
	}
	for _, kind := range []error{
		journal.ErrTorn, journal.ErrLost, journal.ErrMoved, journal.ErrContended, journal.ErrNotSynced,
	} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
