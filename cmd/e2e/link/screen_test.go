package link

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/provider"
	"cfold/cmd/e2e/term"
	"cfold/watch/link"
)

// beside opens the program in a pane to the right of Pi's.
func (w *world) beside(pane *term.Pane, width int) *term.Pane {
	w.t.Helper()
	return pane.Split(width, w.Beside(e2e.Build(w.t)))
}

// install has the program itself install the extension, of its own version.
func (w *world) install() {
	w.t.Helper()
	cmd := exec.Command(e2e.Build(w.t), "link", "install")
	cmd.Dir, cmd.Env = w.Cwd, w.Env()
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("%v\n%s", err, out)
	}
	// A build in a temporary folder is not recorded, and PATH has none.
	e, _, err := link.FindExtension(w.Agent, "")
	if err == nil {
		_, err = link.Install(w.Agent, e2e.Build(w.t), e.Version)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// A person sees in the program beside Pi that it is linked, and unfolds a block: the next request carries its original
// and is otherwise what it was. Once Pi has quit the screen says so. A second viewer is connected all the while.
func TestUnfoldingOnTheScreen(t *testing.T) {
	for _, mode := range []link.Mode{link.Engine, link.Companion} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, pi.Current, 60_000)
			w.plan(1, 20, nil)
			w.MustRun("Why does limit differ?")
			if mode == link.Companion {
				w.standIn()
				w.install()
			}
			pane := term.Start(t, "").Open(w.Interactive("-c"), 200, 40)
			v := w.dial(pane)
			start := len(w.server.Requests())

			screen := w.beside(pane, 115)
			screen.WaitForText("linked, idle")
			if mode == link.Companion {
				screen.WaitForText("60k (link)")
			} else {
				screen.WaitForText("cfold-tui link install, then /reload") // it is of version "test"
			}
			screen.SendKeys("F")
			screen.WaitForText("· folded")
			screen.SendKeys("u")
			screen.WaitForText("Unfold 1 block?")
			screen.WaitForText("sees it") // linked
			screen.SendKeys("Enter")
			screen.WaitForText("1 unfolded; Pi")
			if mode == link.Companion {
				v = w.again(pane, v)
				screen.WaitForText("linked, idle")
			}

			hold := make(chan struct{})
			w.server.Extend(provider.Step{Thinking: "Hm.", Hold: hold, Text: "One."})
			say(pane, "go on")
			w.server.AwaitRequests(start + 1)
			screen.WaitForText("linked, busy")
			close(hold)
			v.awaitIdle(t, 1)
			screen.WaitForText("linked, idle")
			if got := w.turns(start); !slices.Equal(got, []turn{unfolded}) {
				t.Errorf("the request after it went %v", got)
			}
			if s := w.onlySession(); len(s.unfolds) != 1 {
				t.Errorf("the session holds %d records of it: %q", len(s.unfolds), s.unfolds)
			}

			say(pane, "/quit")
			pane.WaitForExit()
			screen.WaitForText("no Pi seen")
			quit(t, screen)
		})
	}
}

// quit ends the program, which writes down how it stood: its folder goes with the test.
func quit(t *testing.T, screen *term.Pane) {
	t.Helper()
	screen.SendKeys("q")
	if code := screen.WaitForExit(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// prompt types a prompt and waits for the answer that the model is to give to it.
func (w *world) prompt(pane *term.Pane, text, answer string) {
	w.t.Helper()
	n := len(w.server.Requests())
	w.server.Extend(provider.Step{Text: answer})
	say(pane, text)
	e2e.Await(w.t, "the request", func() bool { return len(w.server.Requests()) > n }, func() string { return string(pane.Capture()) })
	pane.WaitForText(answer)
}

// Beside a Pi without the extension the screen says what would link it, and links once that is done.
func TestAPiThatIsNotLinkedYet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Current, window)
	if _, _, err := link.Uninstall(w.Agent, "test"); err != nil {
		t.Fatal(err)
	}
	pane := term.Start(t, "").Open(w.Interactive(), 160, 40)
	screen := w.beside(pane, 100)
	screen.WaitForText("waiting for a session")
	// Before Pi draws its prompt it takes none.
	pane.WaitForText(pi.Model)
	w.prompt(pane, "first things first", "One thing.")
	screen.WaitForText("running unlinked")
	screen.WaitForText("to link: cfold-tui link install")
	w.install()
	screen.WaitForText("to link: /reload in Pi")
	say(pane, "/reload")
	screen.WaitForText("linked, idle")
	quit(t, screen)
}

// The program is there first; it finds the session and its Pi, has Pi take up a setting, follows it to another session,
// and starts the one of a handoff in it.
func TestTheScreenGoesWithPi(t *testing.T) {
	t.Parallel()
	w := newWorld(t, pi.Current, window)
	w.install()
	server := term.Start(t, "")
	screen := server.Open(w.Beside(e2e.Build(t)), 115, 40)
	screen.WaitForText("waiting for a session")
	pane := server.Open(w.Interactive(), 115, 40)
	v := w.dial(pane)
	w.prompt(pane, "first things first", "One thing.")
	screen.WaitForText("linked, idle")

	screen.SendKeys("s")
	screen.WaitForText("foldAt")
	screen.SendKeys("Enter")
	screen.WaitForText("foldAt = 0.45")
	screen.SendKeys("C-e", "C-u")
	screen.Type("0.5")
	screen.SendKeys("Enter")
	screen.WaitForText("foldAt saved; Pi sees it with its next request")

	say(pane, "/new")
	v = w.again(pane, v)
	w.prompt(pane, "something else", "Another thing.")
	screen.WaitFor(func(s term.Screen) bool { return s.Contains("something else") && s.Contains("linked, idle") }, "the new session, linked")

	screen.SendKeys("H")
	screen.WaitForText("Hand off to a fresh session")
	screen.Type("mend the lexer")
	screen.SendKeys("C-s")
	screen.WaitForText("Start the new session in Pi?")
	screen.SendKeys("Enter")
	screen.WaitForText("Pi opens the new session")
	w.again(pane, v)
	pane.WaitForText("mend the lexer")
	w.prompt(pane, "begin", "Begun.")
	if first := w.last()[0]; !strings.Contains(first.Parts[0], "mend the lexer") {
		t.Errorf("the session that takes over begins with %.300s", first.Parts[0])
	}
	screen.WaitFor(func(s term.Screen) bool { return s.Contains("# Handoff of") && s.Contains("linked, idle") }, "the session that takes over, linked")
	quit(t, screen)
}
