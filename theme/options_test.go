package theme

import (
	"strings"
	"testing"
)

func env(pairs string) func(string) string {
	m := map[string]string{}
	for _, p := range strings.Fields(pairs) {
		k, v, _ := strings.Cut(p, "=")
		m[k] = v
	}
	return func(k string) string { return m[k] }
}

func TestDetectDepth(t *testing.T) {
	for _, c := range []struct {
		env      string
		terminal bool
		want     Depth
	}{
		{"TERM=xterm-256color", true, ANSI256},
		{"TERM=xterm-256color COLORTERM=truecolor", true, TrueColor},
		{"TERM=xterm-256color COLORTERM=24bit", true, TrueColor},
		{"TERM=xterm-kitty", true, TrueColor},
		{"TERM=xterm-direct", true, TrueColor},
		{"TERM=xterm", true, ANSI16},
		{"TERM=linux", true, ANSI16},
		{"TERM=screen", true, ANSI16},
		{"TERM=screen.xterm-256color COLORTERM=truecolor", true, ANSI256},
		{"TERM=vt100", true, NoColor},
		{"TERM=", true, Plain},
		{"TERM=dumb", true, Plain},
		{"TERM=dumb COLORTERM=truecolor", true, Plain},

		{"TERM=tmux-256color TMUX=/tmp/tmux-0/default,1,0", true, ANSI256},
		{"TERM=screen TMUX=/tmp/tmux-0/default,1,0", true, ANSI256},
		{"TERM=screen-256color TMUX=/t,1,0 TERM_PROGRAM=tmux COLORTERM=truecolor", true, TrueColor},
		{"TERM=dumb TMUX=/tmp/tmux-0/default,1,0", true, Plain},

		{"TERM=xterm-256color NO_COLOR=1", true, NoColor},
		{"TERM=xterm-256color NO_COLOR=", true, ANSI256},
		{"TERM=xterm-256color NO_COLOR=0", true, NoColor},
		{"TERM=dumb NO_COLOR=1", true, Plain},
		{"TERM=tmux-256color TMUX=/t,1,0 NO_COLOR=1", true, NoColor},
		{"TERM=xterm-256color CLICOLOR=0", true, NoColor},
		{"TERM=xterm-256color CLICOLOR=0 CLICOLOR_FORCE=1", true, ANSI256},

		{"TERM=xterm-256color COLORTERM=truecolor", false, Plain},
		{"TERM=xterm-256color CLICOLOR_FORCE=1", false, ANSI256},
		{"TERM=xterm-256color CLICOLOR_FORCE=0", false, Plain},
		{"CLICOLOR_FORCE=1", false, ANSI16},
		{"TERM=dumb CLICOLOR_FORCE=1", false, ANSI16},
		{"TERM=xterm-256color CLICOLOR_FORCE=1 NO_COLOR=1", false, Plain},
		{"TERM=xterm-256color CI=true", true, ANSI256},
	} {
		if got := DetectDepth(env(c.env), c.terminal); got != c.want {
			t.Errorf("%s, terminal %v: %s, want %s", c.env, c.terminal, got, c.want)
		}
	}
}

func TestBackgroundFromColorFGBG(t *testing.T) {
	for value, want := range map[string]struct {
		background Background
		ok         bool
	}{
		"15;0":         {Dark, true},
		"0;15":         {Light, true},
		"0;7":          {Light, true},
		"12;8":         {Dark, true},
		"0;default;15": {Light, true},
		"15;default;0": {Dark, true},
		"0;231":        {Light, true},
		"15;234":       {Dark, true},
		"15;default":   {Dark, false},
		"":             {Dark, false},
		"15":           {Dark, false},
		"0;256":        {Dark, false},
		"0;-1":         {Dark, false},
		"0;":           {Dark, false},
	} {
		if b, ok := BackgroundFromColorFGBG(value); b != want.background || ok != want.ok {
			t.Errorf("%q: %s %v, want %s %v", value, b, ok, want.background, want.ok)
		}
	}
}

func TestParse(t *testing.T) {
	for _, m := range Maps() {
		if got, err := ParseMap(string(m)); got != m || err != nil {
			t.Errorf("ParseMap(%q) = %q, %v", m, got, err)
		}
	}
	if _, err := ParseMap("jet"); err == nil || !strings.Contains(err.Error(), "batlow, viridis, plasma, magma, cividis") {
		t.Errorf("ParseMap of an unknown name: %v", err)
	}
	for _, b := range []Background{Dark, Light} {
		if got, err := ParseBackground(b.String()); got != b || err != nil {
			t.Errorf("ParseBackground(%q) = %v, %v", b, got, err)
		}
	}
	if _, err := ParseBackground("auto"); err == nil {
		t.Error("ParseBackground takes any word")
	}
	if got := New(Options{Map: "jet"}).options.Map; got != Batlow {
		t.Errorf("an unknown map is %s", got)
	}
}
