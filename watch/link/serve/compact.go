package serve

import (
	"cfold/engine/host"
	"cfold/engine/journal"
	"cfold/engine/jsjson"
	"cfold/engine/layer"
	"cfold/engine/seed"
	"cfold/watch/link"
)

// compaction is a hard compaction that Pi is about to make.
type compaction struct {
	blocks seed.Source
	folds  []layer.Record
	tokens int
}

// compact begins a deterministic compaction: the fold records of what leaves the
// context without one, for Pi to append.
func (s *server) compact(request jsjson.Raw) (any, error) {
	s.readSettings()
	s.abandon()
	if err := s.sync(request); err != nil {
		return nil, err
	}
	branch := s.source.branch(request.Get("leaf").Text())
	blocks, err := host.History(s.source.index, s.source.file, branch, request.Get("firstKeptEntryId").Text())
	if err != nil {
		return nil, err
	}
	folds, err := s.host.Unrecorded(blocks)
	if err != nil {
		return nil, err
	}
	s.history = &compaction{blocks, folds, int(request.Get("tokensBefore").Int())}
	list := []jsonData{}
	for _, r := range folds {
		list = append(list, layer.AppendFold(nil, r))
	}
	return map[string]any{"folds": list}, nil
}

// compacted goes on once the fold records were appended; done says of each
// whether it was. It writes the compaction's record and renders the summary.
func (s *server) compacted(request jsjson.Raw) (any, error) {
	c := s.history
	if c == nil {
		return nil, link.Failuref(link.BadRequest, "no compaction is open")
	}
	s.history = nil
	for i, done := range request.Get("done").Elements() {
		if i < len(c.folds) && done.IsTrue() {
			s.host.Recorded(c.folds[i])
		}
	}
	record, err := s.host.Compact(c.blocks, c.tokens, s.window, s.o.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	if err := s.appendIndex(record); err != nil {
		return nil, link.Failuref(link.Refused, "the seed index was not written: %v", err)
	}
	file := s.session.file
	if !s.session.persisted {
		file = ""
	}
	return map[string]any{"seq": record.Seq, "summary": link.Text(seed.Summary(record, file))}, nil
}

// compactFailed voids the record of a compaction that came to nothing.
func (s *server) compactFailed(request jsjson.Raw) (any, error) {
	if s.host == nil {
		return nil, errClosed
	}
	return nil, s.retract(int(request.Get("seq").Int()))
}

// handoff writes the seed of a fresh session.
func (s *server) handoff(request jsjson.Raw) (any, error) {
	if err := s.sync(request); err != nil {
		return nil, err
	}
	if !s.session.persisted || s.session.file == "" {
		return nil, link.Failuref(link.Refused, "the session is not kept in a file, so there is nothing to hand off from")
	}
	h := seed.Handoff{
		At: seed.Time(s.o.Now().UnixMilli()), Parent: s.session.file,
		Goal: request.Get("goal").Text(), Records: s.log.Records(),
	}
	text := h.Markdown()
	written, err := journal.WriteHandoff(s.session.file, s.session.id, text)
	if err != nil {
		return nil, err
	}
	return map[string]any{"path": written.Path, "kept": written.Kept, "text": link.Text(text), "records": len(h.Records)}, nil
}
