package e2e

import (
	"testing"
	"time"
)

// Patience is how long a condition may take. It is far above what any takes, since machines under load are slow.
const Patience = 2 * time.Minute

// poll is how often a condition is looked at.
const poll = 20 * time.Millisecond

// Await returns once met says true. When [Patience] runs out first the test fails, naming what was waited for and
// adding what the (optional) detail functions say of the state then.
func Await(t testing.TB, what string, met func() bool, detail ...func() string) {
	t.Helper()
	deadline := time.NewTimer(Patience)
	defer deadline.Stop()
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for !met() {
		select {
		case <-tick.C:
		case <-deadline.C:
			state := ""
			for _, d := range detail {
				state += "\n" + d()
			}
			t.Fatalf("waited %s in vain for %s%s", Patience, what, state)
		}
	}
}
