package main

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestSessionsOnATerminal(t *testing.T) {
	e := home(t)
	e.outTerminal = true
	for _, e.width = range []int{20, 60, 80, 120} {
		lines := strings.Split(strings.TrimSuffix(done(t, call(t, e, "sessions")).out, "\n"), "\n")
		if len(lines) != 2 || !strings.HasPrefix(lines[0], "id  ") {
			t.Fatalf("%q", lines)
		}
		for _, line := range lines {
			if w := ansi.StringWidth(line); w > e.width {
				t.Errorf("%d cells of %d: %q", w, e.width, line)
			}
		}
		if e.width == 120 && !strings.Contains(lines[1], "taxes in the checkout") {
			t.Errorf("%q", lines[1])
		}
	}
	e.width, e.outTerminal = 0, false
	if r := done(t, call(t, e, "sessions")); strings.Contains(r.out, "directory") || strings.Count(r.out, "\n") != 1 {
		t.Errorf("%q", r.out)
	}
}

// Several originals are told apart by their codes; one that is unknown does not stop
// the others.
func TestRecallSeveral(t *testing.T) {
	e := home(t)
	list := codes(t, e)
	first, second := done(t, call(t, e, "recall", list[0])).out, done(t, call(t, e, "recall", list[1])).out
	if strings.Contains(first, "==> ") {
		t.Errorf("a heading stands over one alone: %q", first)
	}
	end := func(s string) string { return strings.TrimSuffix(s, "\n") + "\n" }
	want := "==> #" + list[0] + " <==\n" + end(first) + "==> #" + list[1] + " <==\n" + end(second)
	if got := done(t, call(t, e, "recall", list[0], list[1])).out; got != want {
		t.Errorf("%q", got)
	}
	r := call(t, e, "recall", list[0], "zzzzzz", "#"+list[1])
	if r.code != exitFailed || r.out != want || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, "zzzzzz") {
		t.Errorf("exit %d, %q, %q", r.code, r.out, r.err)
	}
	e.outTerminal = true
	if r := done(t, call(t, e, "recall", list[0])); !strings.HasSuffix(r.out, "\n") {
		t.Errorf("%q", r.out)
	}
	for _, args := range [][]string{{"--lines", "99990-99991"}, {"--grep", "nowhere to be found"}} {
		if r := done(t, call(t, e, append(args, "recall", list[0])...)); r.out != "" || !strings.Contains(r.err, "nothing matches") {
			t.Errorf("%q: %q, %q", args, r.out, r.err)
		}
	}
}

// What is not worked out is null, and no digest is worth nothing.
func TestFoldedTokensAreNullWhereUnknown(t *testing.T) {
	known := 0
	for _, v := range parsed(t, call(t, home(t), "blocks", "--json")) {
		foldable := v["kind"] == "tool_result" || v["kind"] == "thinking"
		folded, there := v["folded_tokens"].(float64)
		if there && folded <= 0 || there && !foldable {
			t.Errorf("%v", v)
		}
		if there {
			known++
		}
	}
	if known == 0 {
		t.Error("no block has any")
	}
}
