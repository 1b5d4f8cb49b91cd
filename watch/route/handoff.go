package route

import (
	"cfold/engine/journal"
	"cfold/engine/seed"
)

// Seed is what a session that takes this one over starts from, as of now. log may
// be nil.
func (d *Desk) Seed(s Session, log *seed.Log, goal string) seed.Handoff {
	h := seed.Handoff{At: seed.Time(d.Now().UnixMilli()), Parent: s.Path, Goal: goal}
	if log != nil {
		h.Records = log.Records()
	}
	return h
}

// Handoff writes a seed beside its session, which must still be there.
func (d *Desk) Handoff(s Session, h seed.Handoff) (journal.Handoff, error) {
	seen, err := journal.Look(s.Path)
	if err != nil {
		return journal.Handoff{}, err
	}
	if seen.Session != s.ID {
		return journal.Handoff{}, &journal.Error{Path: s.Path, Kind: journal.ErrReplaced}
	}
	return journal.WriteHandoff(s.Path, s.ID, h.Markdown())
}
