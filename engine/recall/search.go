package recall

// Hit is what one code's blocks hold of a term: matching lines, each with its
// number.
type Hit struct {
	Code  string
	Lines []string
}

// Found is the answer to a search.
type Found struct {
	Term string
	Hits []Hit
	// Scanned counts the blocks looked at.
	Scanned int
	// Capped is true when the budget ended the search.
	Capped bool
}

// Search looks for a term in everything that is folded: in the live frozen
// blocks in context order, then in recorded blocks that have left the context,
// in record order, as far as they verify. full lifts the limits.
func (s Source) Search(term string, full bool) (Found, error) {
	w := &sweep{found: Found{Term: term}, limits: Options{Full: full}.limit(searchLimits)}
	for i := range s.Live.Len() {
		id := s.Live.Block(i).ID
		if _, _, frozen := s.Folds.Frozen(id); !frozen {
			continue
		}
		if last, _ := s.Live.Find(id); last != i {
			continue // of several blocks with one id the last one answers
		}
		body, err := s.Live.Text(i)
		if err != nil {
			return Found{}, err
		}
		if !w.block(s.Folds.Code(id), body) {
			return w.found, nil
		}
	}
	for _, r := range s.Folds.Records() {
		if _, live := s.Live.Find(r.BlockID); live || s.Folds.Unfolded(r.BlockID) {
			continue
		}
		body, err := s.original(target{r.BlockID, r})
		if IsFailure(err) {
			continue
		}
		if err != nil {
			return Found{}, err
		}
		if !w.block(r.Code, body) {
			break
		}
	}
	return w.found, nil
}

// sweep collects hits under one budget.
type sweep struct {
	limits
	found Found
	cost  int
}

// block looks through one block; false ends the search.
func (w *sweep) block(code, body string) bool {
	w.found.Scanned++
	for n, line := range matches(body, w.found.Term, w.units) {
		line = numbered(n, line)
		w.cost += cost(line)
		if w.tokens > 0 && w.cost > w.tokens && len(w.found.Hits) > 0 {
			w.found.Capped = true
			return false
		}
		w.hit(code, line)
	}
	return true
}

func (w *sweep) hit(code, line string) {
	for i := range w.found.Hits {
		if h := &w.found.Hits[i]; h.Code == code {
			h.Lines = append(h.Lines, line)
			return
		}
	}
	w.found.Hits = append(w.found.Hits, Hit{code, []string{line}})
}
