package main

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"cfold/engine/jsjson"
)

func settingsFile(e env) string {
	return filepath.Join(e.getenv("HOME"), ".pi", "agent", "context-fold.json")
}

// A settings file that is passed over is said to be, by whatever depends on it.
func TestUnparsableSettingsAreReported(t *testing.T) {
	e := home(t)
	put(t, settingsFile(e), []byte(`{"foldAt":`))
	for _, args := range [][]string{{"status"}, {"status", "--line"}, {"--once", "80x24"}, {"blocks"}} {
		r := done(t, call(t, e, args...))
		if !strings.Contains(r.err, "context-fold.json: line 1") || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%q says %q", args, r.err)
		}
	}
	r := call(t, e, "status", "--json")
	notices := parsed(t, r)[0]["notices"].([]any)
	if len(notices) != 1 || !strings.Contains(notices[0].(string), "passed over") || r.err != "" {
		t.Errorf("notices %q, %q on stderr", notices, r.err)
	}
	// A list has no place for it.
	r = call(t, e, "blocks", "--json")
	v, _ := jsjson.Scan([]byte(r.err))
	if parsed(t, r); !strings.Contains(v.Get("notice").Text(), "passed over") {
		t.Errorf("%q on stderr", r.err)
	}
	put(t, settingsFile(e), []byte(`{}`))
	if r := call(t, e, "status", "--json"); len(parsed(t, r)[0]["notices"].([]any)) != 0 || r.err != "" {
		t.Errorf("%q on stderr", r.err)
	}
}

// full is an output with no room.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left")}
}

func TestOutputThatCannotBeWritten(t *testing.T) {
	e := home(t)
	for _, args := range [][]string{{"status"}, {"blocks"}, {"blocks", "--json", "--ledger"}, {"replay"}, {"man"}, {"doctor"}, {"--once", "200x200"}} {
		var errs strings.Builder
		e.args, e.in, e.out, e.err = args, strings.NewReader(""), full{}, &errs
		if code := run(t.Context(), e); code != exitFailed || !strings.Contains(errs.String(), "the output cannot be written: no space left") ||
			strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%q: exit %d, %q", args, code, errs.String())
		}
	}
}

func TestFoldingSwitchedOff(t *testing.T) {
	e := home(t)
	e.lookup = variables(map[string]string{"HOME": e.getenv("HOME"), "CONTEXTFOLD": "0"})
	for _, args := range [][]string{{"status"}, {"status", "--line"}} {
		if r := done(t, call(t, e, args...)); !strings.Contains(r.out, "folding is off") {
			t.Errorf("%q prints %q", args, r.out)
		}
	}
	if v := parsed(t, call(t, e, "status", "--json"))[0]; v["folding_off"] != true {
		t.Errorf("folding_off is %v", v["folding_off"])
	}
	if v := parsed(t, call(t, home(t), "status", "--json"))[0]; v["folding_off"] != false {
		t.Errorf("folding_off is %v", v["folding_off"])
	}
}
