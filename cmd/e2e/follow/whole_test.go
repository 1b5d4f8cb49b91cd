package follow

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/term"
)

// A whole run beside a real Pi, from before there is a session: several folds, blocks that the model unfolds, a hard
// compaction. The screen keeps up with it; at the end it shows what the session holds, in every place. So does one that
// is opened later, before Pi goes on with the session.
func TestAWholeRun(t *testing.T) {
	r := newRun(t)
	tmux := term.Start(t, "")
	agent := tmux.Open(r.Interactive(), piWidth+1+width, height)
	screen := agent.Split(width, r.Beside(r.program))
	screen.WaitForText("waiting for a session")
	agent.WaitForText(pi.Model) // before Pi draws its prompt it takes none

	seen := map[int]bool{} // numbers of layers shown while Pi was busy
	r.prompt(agent, screen, seen, "Why does limit differ?", 1, 26, 8, 20)
	r.prompt(agent, screen, seen, "Check the budget code in src and explain", 2, 30, 12, 24)
	f := r.prompt(agent, screen, seen, "And the tests?", 3, 16, 10)
	t.Logf("%d responses, %d layers, %d compactions, %d folded, %d held; numbers of layers seen: %v", f.responses, len(f.layers),
		f.compactions, len(f.folded), len(f.held), slices.Sorted(maps.Keys(seen)))
	if len(f.layers) < 4 || f.compactions == 0 || len(f.folded) == 0 || len(f.held) == 0 || len(seen) < 3 {
		t.Error("too little has happened for the screen to show it")
	}
	r.everyPlace(screen, f)
	r.afresh(screen, f)
	r.quit(agent, screen)

	screen = tmux.Open(r.Beside(r.program), piWidth+1+width, height)
	screen.WaitForText("no Pi seen")
	agent = screen.Split(piWidth, r.Interactive("-c"))
	screen.WaitForText("linked, idle")
	f = r.prompt(agent, screen, seen, "Go on with the rest", 4, 12, 6)
	r.everyPlace(screen, f)
	r.afresh(screen, f)
	r.quit(agent, screen)
}

// quit ends Pi, which the screen notices, and then the screen.
func (r *run) quit(agent, screen *term.Pane) {
	r.t.Helper()
	agent.Type("/quit")
	agent.SendKeys("Enter")
	agent.WaitForExit()
	screen.WaitForText("no Pi seen")
	screen.SendKeys("q")
	if code := screen.WaitForExit(); code != 0 {
		r.t.Errorf("exit status %d", code)
	}
}

// prompt lets Pi work through a prompt in so many steps, watches the screen at some of them while the answer is held, and
// returns what the session holds once Pi is idle and the screen shows it. Where something is folded, the model unfolds
// the first such result of the context.
func (r *run) prompt(agent, screen *term.Pane, seen map[int]bool, text string, seed uint64, steps int, watched ...int) *figures {
	r.t.Helper()
	start := len(r.server.Requests())
	plan := r.project.Steps(seed, steps)
	if code := r.foldedNow(); code != "" {
		plan[1] = unfold(code)
	}
	release := map[int]chan struct{}{}
	for _, n := range watched {
		release[n] = make(chan struct{})
		plan[n].Hold = release[n]
	}
	r.server.Extend(plan...)
	agent.Type(text)
	agent.SendKeys("Enter")
	for _, n := range watched {
		r.server.AwaitRequests(start + n + 1)
		f := r.shown(screen, "linked, busy", func(*figures) bool { return true })
		seen[len(f.layers)] = true
		close(release[n])
	}
	r.server.AwaitRequests(start + len(plan))
	return r.shown(screen, "linked, idle", func(f *figures) bool { return f.settled && f.responses == start+len(plan) })
}

// foldedNow is the code of the first result that stands as a digest, empty without one.
func (r *run) foldedNow() string {
	r.t.Helper()
	if r.path() == "" {
		return ""
	}
	f := figuresOf(r.t, r.path())
	for _, b := range f.blocks {
		if _, ok := f.folded[b.id]; ok && strings.HasPrefix(b.id, "r:") {
			return codeOf(b.id)
		}
	}
	return ""
}

// shown waits until the session is as far as wanted and the header and the label say what it holds, in the state given.
func (r *run) shown(screen *term.Pane, state string, far func(*figures) bool) *figures {
	r.t.Helper()
	var f *figures
	var left []string
	e2e.Await(r.t, "the screen to show what the session holds, "+state, func() bool {
		path := r.path()
		if path == "" {
			return false
		}
		f = figuresOf(r.t, path)
		left = missing(screen.Capture(), append(f.top(), state))
		return len(left) == 0 && far(f)
	}, func() string { return fmt.Sprintf("missing %q on\n%s", left, screen.Capture()) })
	return f
}
