package cache

import "testing"

// story is a sequence of events on one account, written short.
type story struct{ t Telemetry }

func (s *story) say(input, read, write int) *story {
	s.t.Record(Usage{Input: input, CacheRead: read, CacheWrite: write})
	return s
}

func (s *story) fold(saved int) *story { s.t.Fold(saved); return s }

func TestNet(t *testing.T) {
	for _, c := range []struct {
		name  string
		given *story
		net   int
		known bool
	}{
		{"no fold event", new(story).say(1, 0, 900), 0, false},
		{"no write ever reported", new(story).say(900, 0, 0).fold(500).say(900, 10, 0), 0, false},
		{"the first response pays and accrues nothing", new(story).fold(500).say(1, 10, 300), -300, true},
		{"later ones accrue", new(story).fold(500).say(1, 10, 300).say(1, 10, 7).say(1, 10, 7), 700, true},
		{"two fold events are paid for once", new(story).fold(500).fold(200).say(1, 10, 300).say(1, 10, 7), 400, true},
		{"an empty response neither pays nor accrues", new(story).fold(500).say(0, 0, 0).say(1, 10, 300).say(0, 0, 0), -300, true},
		{"a fold that saves nothing is paid for", new(story).fold(0).say(1, 10, 300), -300, true},
	} {
		if net, known := c.given.t.Net(); known != c.known || known && net != c.net {
			t.Errorf("%s: %d %v, want %d %v", c.name, net, known, c.net, c.known)
		}
	}
}

func TestWireWatchdog(t *testing.T) {
	warm := func() *story { return new(story).say(100, 900, 50) }
	for _, c := range []struct {
		name  string
		given *story
		want  int
	}{
		{"the whole previous prompt is read back", warm().fold(500).say(1, 1000, 0), 1},
		{"one token less is", warm().fold(500).say(1, 999, 0), 0},
		{"there was no previous prompt", new(story).fold(500).say(1, 1000, 0), 0},
		{"the previous prompt was only written", new(story).say(0, 0, 50).fold(500).say(1, 1000, 0), 0},
		{"a fold that saves nothing is not watched", warm().fold(0).say(1, 1000, 0), 0},
		{"nor does it end a watch", warm().fold(500).fold(0).say(1, 1000, 0), 1},
		{"an empty response does not judge", warm().fold(500).say(0, 0, 0).say(1, 1000, 0), 1},
		{"only the next response judges", warm().fold(500).say(1, 9, 0).say(1, 1000, 0), 0},
	} {
		if got := c.given.t.unseen; got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestColdAndHeld(t *testing.T) {
	for _, c := range []struct {
		name       string
		given      *story
		cold, held bool
	}{
		{"nothing recorded", new(story), false, false},
		{"two cold responses", new(story).say(9, 0, 0).say(9, 0, 0), false, false},
		{"three", new(story).say(9, 0, 0).say(9, 0, 0).say(9, 0, 0), true, false},
		{"three, empty ones counted", new(story).say(0, 0, 0).say(0, 0, 0).say(9, 0, 0), true, false},
		{"once warm", new(story).say(9, 0, 0).say(9, 1, 0).say(9, 0, 0), false, false},
		{"one report, all read", new(story).say(0, 9, 0), false, false},
		{"two", new(story).say(0, 9, 0).say(0, 9, 0), false, true},
		{"an empty one among them", new(story).say(0, 9, 0).say(0, 0, 0), false, false},
		{"one had input", new(story).say(1, 9, 0).say(0, 9, 0).say(0, 9, 0), false, false},
		{"one wrote", new(story).say(0, 9, 0).say(0, 9, 1).say(0, 9, 0), false, false},
	} {
		if got := c.given.t.Cold(); got != c.cold {
			t.Errorf("%s: cold %v", c.name, got)
		}
		if got := c.given.t.ProviderHoldsContext(); got != c.held {
			t.Errorf("%s: held %v", c.name, got)
		}
	}
}

func TestRatiosUnknownRatherThanZero(t *testing.T) {
	f := new(story).say(0, 0, 700).t.Figures()
	if f.LastHitRatio != nil || f.HitRatio != nil {
		t.Errorf("nothing to divide gives %v %v", f.LastHitRatio, f.HitRatio)
	}
	u := Usage{Input: 25, CacheRead: 75, CacheWrite: 100}
	if r, ok := u.HitRatio(); !ok || r != 0.75 {
		t.Errorf("hit ratio %v %v", r, ok)
	}
	if r, ok := u.ReadShare(); !ok || r != 0.375 {
		t.Errorf("share %v %v", r, ok)
	}
}

func TestCarriedOutlastsEmptyResponses(t *testing.T) {
	s := new(story)
	if _, ok := s.t.Carried(); ok {
		t.Error("carried is known before any response")
	}
	s.say(10, 20, 30).say(0, 0, 0)
	if n, ok := s.t.Carried(); !ok || n != 60 {
		t.Errorf("carried %d %v", n, ok)
	}
}
