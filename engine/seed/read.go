package seed

import (
	"slices"

	"cfold/engine/jsjson"
	"cfold/engine/text"
)

// Log is a seed index as its lines are read. The zero Log is empty and ready; Add
// is its only mutation.
type Log struct {
	records []Record // by ascending seq
	maxSeq  int
	skipped int
}

// Add takes in one line. The last record per seq rules; a retraction voids those
// before it. A line that is neither is skipped and counted, a blank one ignored.
// Unknown fields and higher versions are tolerated.
func (l *Log) Add(line []byte) {
	raw, ok := jsjson.Scan(line)
	if !ok && text.Trim(text.Decode(line)) == "" {
		return
	}
	seq := raw.Get("seq")
	if seq.Kind() != jsjson.Number {
		l.skipped++
		return
	}
	n := int(seq.Int())
	at, found := slices.BinarySearchFunc(l.records, n, func(r Record, seq int) int { return r.Seq - seq })
	switch kind := raw.Get("kind"); {
	case kind.Equals("fold-index") && raw.Get("spans").Kind() == jsjson.Array:
		r := readRecord(raw, n)
		if found {
			l.records[at] = r
		} else {
			l.records = slices.Insert(l.records, at, r)
		}
	case kind.Equals("fold-retract"):
		if found {
			l.records = slices.Delete(l.records, at, at+1)
		}
	default:
		l.skipped++
		return
	}
	l.maxSeq = max(l.maxSeq, n)
}

// Records lists the effective records by ascending seq. The slice is the log's
// own: read only, and only until the next Add.
func (l *Log) Records() []Record { return l.records }

// MaxSeq is the highest seq the file names, retracted ones included; 0 without
// one. No seq at or below it may be given to a new layer or record.
func (l *Log) MaxSeq() int { return l.maxSeq }

// Skipped is the number of lines that were neither a record nor a retraction.
func (l *Log) Skipped() int { return l.skipped }

func readRecord(raw jsjson.Raw, seq int) Record {
	usage := raw.Get("usage")
	fraction, _ := usage.Get("fraction").Float()
	r := Record{
		Harness: raw.Get("harness").Text(), Session: raw.Get("session").Text(),
		Seq: seq, At: raw.Get("at").Text(), Trigger: raw.Get("trigger").Text(),
		Usage: Usage{int(usage.Get("tokens").Int()), int(usage.Get("contextWindow").Int()), fraction},
		Fields: Fields{
			Files:        readTexts(raw.Get("files"), ""),
			Commands:     readTexts(raw.Get("commands"), "command"),
			Errors:       readTexts(raw.Get("errors"), "line"),
			Identifiers:  readTexts(raw.Get("identifiers"), ""),
			UserMessages: []UserMessage{},
		},
		Spans: []Span{},
	}
	for _, m := range raw.Get("userMessages").Elements() {
		r.UserMessages = append(r.UserMessages, UserMessage{int(m.Get("turn").Int()), m.Get("firstLine").Text()})
	}
	for _, s := range raw.Get("spans").Elements() {
		log := s.Get("log")
		r.Spans = append(r.Spans, Span{
			BlockID: s.Get("blockId").Text(), Code: s.Get("code").Text(), Tool: s.Get("tool").Text(),
			Turn: int(s.Get("turn").Int()), Bytes: int(log.Get("bytes").Int()), Lines: int(log.Get("lines").Int()),
			SHA256: s.Get("sha256").Text(), FullOutputPath: s.Get("fullOutputPath").Text(),
		})
	}
	return r
}

// readTexts reads a list of strings. Higher versions put a string and what is
// known of it into an object; member names the string then.
func readTexts(list jsjson.Raw, member string) []string {
	values := []string{}
	for _, v := range list.Elements() {
		if v.Kind() == jsjson.Object && member != "" {
			v = v.Get(member)
		}
		if v.Kind() == jsjson.String {
			values = append(values, v.Text())
		}
	}
	return values
}
