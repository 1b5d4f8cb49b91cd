package lexicon

import (
	"fmt"
	"strings"
	"testing"
)

// TestCountsThatEndInsideAPair moves a surrogate pair over the end of each bounded
// run, and over the start of a decision, which is found from its middle.
func TestCountsThatEndInsideAPair(t *testing.T) {
	for k := range 3 {
		pad := strings.Repeat("a", k)
		for _, faces := range []int{28, 29, 30, 60, 99, 100, 101, 150} {
			run := pad + strings.Repeat("😀", faces)
			check(t, run+" decided")
			check(t, "decided "+run+" chose "+pad)
			check(t, "decided "+run+"decided "+run+" picked")
			check(t, "go "+run)
			check(t, "npm 😀"+run+"x")
			check(t, "Error: "+run)
			check(t, "key="+run)
			check(t, "$ "+run)
			check(t, "x Error "+run+"\nx="+run)
		}
	}
}

// TestTheLastWordInReachDecides puts a third decision word just inside and outside
// the reach of a match that starts in the middle of a pair, which shows in where the
// next match starts.
func TestTheLastWordInReachDecides(t *testing.T) {
	for n := range 20 {
		rest := " chose " + strings.Repeat("y", 180+n) + " picked " + strings.Repeat("z", 50) + " selected"
		check(t, "decided "+strings.Repeat("😀", 100)+rest)
		check(t, "decided "+strings.Repeat("é", 199)+rest)
	}
}

func TestWhiteSpaceCountsIntoACommand(t *testing.T) {
	for _, n := range []int{10, 70, 77, 78, 79, 80, 81, 198, 199, 200} {
		check(t, "go"+strings.Repeat(" ", n)+strings.Repeat("y", 130)+" z")
		check(t, "$ "+strings.Repeat("y", n)+" "+strings.Repeat("z", 60))
		check(t, "x failed "+strings.Repeat("y", n)+strings.Repeat(" ", 40)+"z")
	}
}

func TestEdges(t *testing.T) {
	for _, s := range []string{
		// Stack frames: the first token of a line has no white space before it.
		"at f (x)", " at f (x)", "\n at f (x)", "q\n\t at f (x)", "q at f\n(", "q at\nf(", "q at f (", "q at (", "q at ((", "q\u2028at f(",
		// Extensions at their longest and just beyond.
		"a.svelte", "a.sveltex", "a.proto", "a.proto3", "a.svelte.x", "..env", "a..ts", "-.ts", "a.ts.b", "a.b.ts", "x.jsonl", "a.c",
		// A UUID consumes its last group; a version the numbers in it.
		"ABCDEF12-3456-7890-abcd-0eadbeef0123 0eadbeef0124", "ABCDEF12-3456-7890-abcd-deadbeef0123 deadbeef0123x", "ABCDEF12-3456-7890-abcd-deadbeef0123a", "ABCDEF12-3456-7890-abcd-deadbeef012",
		"abcdef12-3456-7890-abcd-deadbeef0123", "1.2.3.4.5-6..", "1.2.3rc.4567.8.9", "1.2.x.3.4.5", "v1.2.3",
		// Symbols around $.
		"abcD$$ ", "$abcD", "1$abcD", "$$1$abcD", "ab$c$$", "foo$Error", "AError", "fooError", "a$", "$$$$$", "a$$$$$",
		// Values.
		"a:\nb", "a : = b12", "const:key=value", "a=b:c", "::a=123", "-a=123", "a-=123", "the=abcd THE=abcd", "a=😀", "a=😀b", "a==", "a==b", "a=b=",
		// A path or command that is the error's value leaves no error.
		"error.log", "cat error.log", "x error.log x", "$ failed", "$ failed\nfailed", "go Error", "failed.ts failed",
		// Prompts.
		"$", "$ ", "$  ", "$ \n", "$ \n x", "x\r$ y", "x\u2029 \n$ y", "x $ y", "$ a\n$ a\n$ b\n$ c\n$ d", "$$ x", "$ $ x",
		// Paths.
		"/a", "/a/b", "//a/b", "~/a", "~/a/b", "x~/a/b", "./a", "../a/..", "a/b...", "=a/b", ":a/b", "(a/b)", "a//b/c", "@s/p", "a/ b/c", "src/", "./.", "xsrc/a", "scripts/a",
		// Words next to what is no word, in other scripts and cases.
		"éfailed", "failedé", "日error日", "_error", "error_", "wıll use", "will uſe", "pic\u212aed", "will  use", "will use1", "going with",
		"GitGo x", "go\u3000x", "go\n\nx", "go\u200bx", "make. x", "make .", "uv !",
	} {
		check(t, s)
		check(t, "x\n "+s+" \nnext line")
		check(t, s+" "+s)
	}
}

// TestACutLineMayEqualAnother has a line without an error whose cut form is a line
// with one: repeats are judged on the whole line.
func TestACutLineMayEqualAnother(t *testing.T) {
	cut := "key=value " + strings.Repeat("x", 199-10-6) + " Error"
	s := cut + "s and what follows\n" + cut + "…"
	check(t, s)
	if got := RiskLines(s, 6, 1000); len(got) != 2 || got[0] != got[1] {
		t.Errorf("got %q", got)
	}
}

func TestRiskLines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"errors first", "see a.ts\n  1 failed\nport=8080", []string{"1 failed", "see a.ts", "port=8080"}},
		{"repeats and blanks", "x=123\n\n  x=123 \r\nx=124", []string{"x=123", "x=124"}},
		{"six at most", strings.Repeat("fatal a\nfatal b\nfatal c\n", 9) + "fatal d\nfatal e\nfatal f\nfatal g", []string{"fatal a", "fatal b", "fatal c", "fatal d", "fatal e", "fatal f"}},
		{"an error after six others", "a=111\na=222\na=333\na=444\na=555\na=666\na=777\nENOENT", []string{"ENOENT", "a=111", "a=222", "a=333", "a=444", "a=555"}},
		{"the first over 400", "v=abc " + strings.Repeat("日", 500) + "\nv=abd", []string{"v=abc " + strings.Repeat("日", 193) + "…", "v=abd"}},
		{"stopped by length", "v=1234 " + strings.Repeat("a", 190) + "\nv=1235 " + strings.Repeat("b", 190) + "\nv=1236\nv=1", []string{"v=1234 " + strings.Repeat("a", 190), "v=1235 " + strings.Repeat("b", 190)}},
		{"none", "nothing\nto see", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := diff(c.want, RiskLines(c.text, 6, 400)); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
			check(t, c.text)
		})
	}
}

func TestHarvest(t *testing.T) {
	var h Harvest
	h.AddFiles(`bash {"command":"cat src/b.go"}`)
	h.AddFiles("see ./x/y. and main.zig")
	h.AddShellCall("Bash", `{"command":"cat src/b.go"}`)
	h.AddShellCall("read", `{"path":"src/b.go"}`)
	h.AddCommands("$ ls\ncurl -s host")
	h.AddErrors("ok\n  build FAILED \nok")
	h.AddIdentifiers("someName 0xBEEF 1.2.3 2048 plain")
	want := Lists{
		Files:       []string{"src/b.go", "b.go", "./x/y", "main.zig"},
		Commands:    []string{`{"command":"cat src/b.go"}`, "ls", "curl -s host"},
		Errors:      []string{"build FAILED"},
		Identifiers: []string{"someName", "0xBEEF", "1.2.3", "2048"},
	}
	if d := diff(want, h.Lists()); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if l := (&Harvest{}).Lists(); l.Files == nil || l.Commands == nil || l.Errors == nil || l.Identifiers == nil {
		t.Error("an empty harvest has nil lists")
	}
}

// TestCaps has more of everything than a harvest keeps, identifiers of many lengths
// in no order among them.
func TestCaps(t *testing.T) {
	for _, step := range []int{1, 37, 99} {
		var b strings.Builder
		for i := range 100 {
			n := i * step % 100
			fmt.Fprintf(&b, "src/d%d/f%d.go\n$ run %d\ngit show %d\nerror %d\n%sOf%d 0x%08x 1.2.%d 10%d\n",
				n, n, n, n, n, strings.Repeat("x", 4+n%17), n, n, n, n)
			if i%10 == 9 {
				check(t, b.String())
			}
		}
	}
}

// TestNothingFoundAllocatesNothing covers the hot path: most texts hold nothing.
func TestNothingFoundAllocatesNothing(t *testing.T) {
	s := strings.Repeat("a plain line of words, said at length\n", 50)
	var h Harvest
	for name, scan := range map[string]func(){
		"RiskLines":  func() { RiskLines(s, 6, 400) },
		"Categorize": func() { Categorize(s) },
		"Harvest":    func() { h.AddFiles(s); h.AddCommands(s); h.AddErrors(s); h.AddIdentifiers(s) },
	} {
		if n := testing.AllocsPerRun(10, scan); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
