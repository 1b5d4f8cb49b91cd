package beat

import (
	"testing"
	"time"
)

func TestLooksMeet(t *testing.T) {
	for _, c := range []struct {
		now            int64 // milliseconds of the clock
		interval, want time.Duration
	}{
		{1000, time.Second, time.Second}, {1001, time.Second, 999 * time.Millisecond}, {1999, time.Second, time.Millisecond},
		{1300, 250 * time.Millisecond, 200 * time.Millisecond}, {3001, 2 * time.Second, 999 * time.Millisecond},
	} {
		if got := Until(time.UnixMilli(c.now), c.interval); got != c.want {
			t.Errorf("at %d every %v: in %v, want %v", c.now, c.interval, got, c.want)
		}
	}
	if got := Next(time.Hour); got <= 0 || got > time.Hour {
		t.Errorf("every hour: in %v", got)
	}
}
