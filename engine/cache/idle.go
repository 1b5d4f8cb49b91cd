package cache

import "slices"

// idleFloor is the carried tokens under which an expired cache is not worth a
// warning.
const idleFloor = 20_000

// IdleState is what the idle clock says about the cache.
type IdleState int

const (
	// IdleQuiet: nothing to say, because warnings are off, too little is carried
	// or the model answered within the interval.
	IdleQuiet IdleState = iota
	// IdleExpired: the last good response is the interval or more ago.
	IdleExpired
	// IdleUnverified: this provider and model has never answered well here.
	IdleUnverified
)

// IdleClock is the idle clock's reading at one moment.
type IdleClock struct {
	State IdleState
	// Tokens is what may be billed again.
	Tokens int
	// DueIn is how long until IdleExpired, in milliseconds; 0 unless State is
	// IdleQuiet and a warning is to come.
	DueIn int64
}

// Idle reads the clock. now and lastGood are milliseconds since 1970; known says
// whether lastGood is; carried is in tokens; warnAfter is in minutes, 0 for no
// warnings. An elapsed interval makes expiry likely and proves nothing.
func Idle(now, lastGood int64, known bool, carried int, warnAfter float64) IdleClock {
	c := IdleClock{Tokens: carried}
	if warnAfter <= 0 || carried < idleFloor {
		return c
	}
	if !known {
		c.State = IdleUnverified
		return c
	}
	left := float64(lastGood-now) + warnAfter*60_000
	if left <= 0 {
		c.State = IdleExpired
		return c
	}
	c.DueIn = int64(min(left, 1<<53))
	return c
}

// Text is the warning, empty when there is none.
func (c IdleClock) Text() string {
	switch c.State {
	case IdleExpired:
		return "cache may have expired: ~" + thousands(c.Tokens) + " tok may rebill"
	case IdleUnverified:
		return "cache unverified"
	}
	return ""
}

// Activity is when each model last kept its cache alive. The zero value knows
// nothing; a copy is a full copy.
type Activity struct{ models []modelTime }

type modelTime struct {
	model Model
	at    int64
}

// Touch takes a good response (neither aborted nor errored, with a total over 0)
// or a cache warming of the model, at milliseconds since 1970. Tools, typing and
// failures are not activity. An earlier time than the known one changes nothing.
func (a *Activity) Touch(m Model, at int64) {
	if known, ok := a.Last(m); ok && at <= known {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(a.models), func(t modelTime) bool { return t.model == m })
	a.models = append(kept, modelTime{m, at})
}

// Last is when the model was last active, in milliseconds since 1970.
func (a Activity) Last(m Model) (at int64, ok bool) {
	for _, t := range a.models {
		if t.model == m {
			return t.at, true
		}
	}
	return 0, false
}
