package cache

import "testing"

func TestIdle(t *testing.T) {
	const now = 100 * minute
	for _, c := range []struct {
		name    string
		last    int64
		known   bool
		carried int
		after   float64
		want    IdleClock
		text    string
	}{
		{"within the interval", now - 29*minute, true, 85_400, 30, IdleClock{IdleQuiet, 85_400, minute}, ""},
		{"interval reached", now - 30*minute, true, 85_400, 30, IdleClock{IdleExpired, 85_400, 0}, "cache may have expired: ~85k tok may rebill"},
		{"rounded up", 0, true, 85_500, 30, IdleClock{IdleExpired, 85_500, 0}, "cache may have expired: ~86k tok may rebill"},
		{"never answered", 0, false, 20_000, 30, IdleClock{IdleUnverified, 20_000, 0}, "cache unverified"},
		{"little carried", 0, true, 19_999, 30, IdleClock{IdleQuiet, 19_999, 0}, ""},
		{"off", 0, false, 85_000, 0, IdleClock{IdleQuiet, 85_000, 0}, ""},
		{"part of a minute", now - minute, true, 85_000, 1.5, IdleClock{IdleQuiet, 85_000, minute / 2}, ""},
		{"a clock gone back", now + minute, true, 85_000, 30, IdleClock{IdleQuiet, 85_000, 31 * minute}, ""},
		{"an endless interval", now, true, 85_000, 1e300, IdleClock{IdleQuiet, 85_000, 1 << 53}, ""},
	} {
		got := Idle(now, c.last, c.known, c.carried, c.after)
		if got != c.want || got.Text() != c.text {
			t.Errorf("%s: %+v %q, want %+v %q", c.name, got, got.Text(), c.want, c.text)
		}
	}
}

func TestActivity(t *testing.T) {
	var a Activity
	a.Touch(modelA, 5)
	a.Touch(modelB, 6)
	kept := a
	a.Touch(modelA, 9)
	a.Touch(modelA, 7)
	if at, ok := a.Last(modelA); !ok || at != 9 {
		t.Errorf("a: %d %v", at, ok)
	}
	if at, ok := a.Last(modelB); !ok || at != 6 {
		t.Errorf("b: %d %v", at, ok)
	}
	if at, _ := kept.Last(modelA); at != 5 {
		t.Errorf("a copy changed: %d", at)
	}
	if _, ok := a.Last(Model{"q", "a"}); ok {
		t.Error("another provider's model is active")
	}
}
