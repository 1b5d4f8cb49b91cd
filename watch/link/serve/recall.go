package serve

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"cfold/engine/jsjson"
	"cfold/engine/layer"
	"cfold/engine/recall"
	"cfold/engine/text"
	"cfold/watch/link"
)

func (s *server) recallSource(request jsjson.Raw) (recall.Source, error) {
	if err := s.sync(request); err != nil {
		return recall.Source{}, err
	}
	blocks, err := s.source.blocks()
	if err != nil {
		return recall.Source{}, err
	}
	return s.host.Source(blocks, readFile), nil
}

func readFile(path string) (string, error) {
	data, err := os.ReadFile(path)
	return text.Decode(data), err
}

// recall answers the model's tool: a search, or each code in turn. It fails when
// nothing at all could be served.
func (s *server) recall(request jsjson.Raw) (any, error) {
	source, err := s.recallSource(request)
	if err != nil {
		return nil, err
	}
	args := request.Get("args")
	if term := args.Get("search").Text(); term != "" {
		found, err := source.Search(term, false)
		if err != nil {
			return nil, err
		}
		return map[string]any{"text": link.Text(foundText(found))}, nil
	}
	o := recall.Options{Lines: args.Get("lines").Text(), Grep: args.Get("grep").Text()}
	var parts, failures []string
	for _, code := range args.Get("codes").Elements() {
		a, err := source.Recall(code.Text(), o)
		switch {
		case err == nil:
			parts = append(parts, answerText(a, o))
		case recall.IsFailure(err):
			failures = append(failures, err.Error())
		default:
			return nil, err
		}
	}
	if len(parts)+len(failures) == 0 {
		return nil, link.Failuref(link.Refused, "give codes, or search")
	}
	if len(parts) == 0 {
		return nil, link.Failuref(link.Refused, "%s", strings.Join(failures, "\n"))
	}
	return map[string]any{"text": link.Text(strings.Join(append(parts, failures...), "\n\n"))}, nil
}

func answerText(a recall.Answer, o recall.Options) string {
	head := "[" + a.Code + " · " + a.Label
	if a.Note != "" {
		head += " · " + a.Note
	}
	body := a.Text
	if body == "" && (o.Grep != "" || o.Lines != "") {
		body = "(no line matches)"
	}
	return head + "]\n" + body
}

func foundText(f recall.Found) string {
	if len(f.Hits) == 0 {
		return fmt.Sprintf("no folded block holds %q (%d searched)", f.Term, f.Scanned)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%q in %d folded blocks", f.Term, len(f.Hits))
	if f.Capped {
		b.WriteString("; more may follow: narrow the term")
	}
	for _, h := range f.Hits {
		b.WriteString("\n\n[" + h.Code + "]\n" + strings.Join(h.Lines, "\n"))
	}
	return b.String()
}

// unfolded is the answer to an unfold: what to append, and what to say of each
// code.
type unfolded struct {
	Record jsonData  `json:"record,omitempty"`
	IDs    []string  `json:"ids,omitempty"`
	Text   link.Text `json:"text"`
}

// unfold resolves codes to the blocks that are held from now on. Nothing is held
// before Pi has appended the record.
func (s *server) unfold(request jsjson.Raw) (any, error) {
	source, err := s.recallSource(request)
	if err != nil {
		return nil, err
	}
	var a unfolded
	var lines []string
	for _, code := range request.Get("codes").Elements() {
		id, err := source.Unfold(code.Text())
		if err != nil {
			lines = append(lines, reason(err))
			continue
		}
		a.IDs = append(a.IDs, id)
		lines = append(lines, "{#"+s.host.Folds().Code(id)+"}: whole again from the next turn on")
	}
	if len(lines) == 0 {
		return nil, link.Failuref(link.Refused, "give one or more codes")
	}
	a.Text = link.Text(strings.Join(lines, "\n"))
	if len(a.IDs) == 0 {
		return nil, link.Failuref(link.Refused, "%s", string(a.Text))
	}
	a.Record = layer.AppendUnfold(nil, a.IDs)
	return a, nil
}

func reason(err error) string {
	if errors.Is(err, recall.ErrCompacted) {
		return err.Error() + " (recall_folded)"
	}
	return err.Error()
}
