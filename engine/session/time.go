package session

import (
	"time"

	"cfold/engine/jsjson"
)

// timeForms are the forms of an entry's timestamp that are understood, the one
// Pi writes first.
var timeForms = []string{"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05", "2006-01-02"}

// parseTime reads a timestamp as new Date(v).getTime() does: an ISO string or a
// number of milliseconds. ok is false when it is no date.
func parseTime(v jsjson.Raw) (ms int64, ok bool) {
	if v.Kind() == jsjson.Number {
		return v.Int(), true
	}
	s := v.Text()
	for _, form := range timeForms {
		if t, err := time.Parse(form, s); err == nil {
			return t.UnixMilli(), true
		}
	}
	return 0, false
}
