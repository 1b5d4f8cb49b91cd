package pane

import (
	"iter"
	"time"
)

// Widths of a column of times, in cells: of today's alone, and with their days.
const (
	clockWidth = 8
	shortWidth = 9
	longWidth  = 11
)

// roomy is the width of a table from which its times are written long.
const roomy = 60

// When is how a column of times is written. Every time has its time of day: alone
// where it is of today, else with the weekday or the date.
type When struct {
	// Width is what the column takes, in cells.
	Width int
	// In milliseconds since 1970: when today and tomorrow begin, since when a weekday
	// leaves no doubt, and from when to when a date without its year leaves none.
	week, today, tomorrow int64
	sure                  [2]int64
	zone                  *time.Location
}

// Column is how times, in milliseconds since 1970, are written in a table of width
// cells. An unknown one is 0.
func (s *Scene) Column(width int, times iter.Seq[int64]) When {
	const year = 300 * 24 * time.Hour
	y, m, d := s.Now.Date()
	begin := func(days int) int64 { return time.Date(y, m, d+days, 0, 0, 0, 0, s.Now.Location()).UnixMilli() }
	w := When{
		Width: clockWidth, week: begin(-6), today: begin(0), tomorrow: begin(1), zone: s.Now.Location(),
		sure: [2]int64{s.Now.Add(-year).UnixMilli(), s.Now.Add(year).UnixMilli()},
	}
	for ms := range times {
		if ms != 0 && !w.isToday(ms) {
			w.Width = shortWidth
			if width >= roomy {
				w.Width = longWidth
			}
			break
		}
	}
	return w
}

func (w When) isToday(ms int64) bool { return ms >= w.today && ms < w.tomorrow }

// Of is a time as it stands in the column: 19:33:05 of today, else 11-29 19:33 where
// there is room, Sun 19:33 of the last six days and 11-29 19h of those before where
// not; of a day so far off that its year would be in doubt, the date alone.
func (w When) Of(ms int64) string {
	if ms == 0 {
		return "?"
	}
	layout := time.TimeOnly
	switch long := w.Width == longWidth; {
	case w.isToday(ms):
	case ms <= w.sure[0] || ms >= w.sure[1]:
		layout = "06-01-02"
		if long {
			layout = time.DateOnly
		}
	case long:
		layout = "01-02 15:04"
	case ms >= w.week && ms < w.today:
		layout = "Mon 15:04"
	default:
		layout = "01-02 15h"
	}
	return time.UnixMilli(ms).In(w.zone).Format(layout)
}
