package main

import (
	"strings"
	"testing"

	"cfold/cmd/cfold-tui/demo"
	"cfold/tui/format"
)

func TestWindowAsPrinted(t *testing.T) {
	for s, want := range map[string]int{
		"200000": 200000, "128k": 128000, "128K": 128000, "1M": 1000000, "1.2M": 1200000, "1e6": 1000000, "1.5k": 1500, "1": 1, "1.1M": 1100000,
		format.Tokens(272000): 272000,
	} {
		if got, err := parseWindow(s); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "0", "-1", "k", "1kk", "1 k", "1_000", "0x10", "inf", "nan", "NaN", "1.5", "0.0001k", "1e300", "2e9", "1G"} {
		if got, err := parseWindow(s); err == nil {
			t.Errorf("%q is taken for %d", s, got)
		}
	}
	v := parsed(t, call(t, home(t), "status", "--json", "--window", "128k"))[0]
	if v["window"] != 128000.0 || v["window_source"] != "--window" {
		t.Errorf("window %v from %v", v["window"], v["window_source"])
	}
}

func TestReplayMarksAnAssumedWindow(t *testing.T) {
	v := parsed(t, call(t, elsewhere(t), "replay", "--json", "-s", sample("v2")))[0]
	if v["window_assumed"] != true || len(v["notices"].([]any)) != 1 {
		t.Errorf("assumed %v, notices %v", v["window_assumed"], v["notices"])
	}
	v = parsed(t, call(t, elsewhere(t), "replay", "--json", "--window", "9000", "-s", sample("v2")))[0]
	for _, key := range []string{"window_assumed", "notices"} {
		if _, there := v[key]; there {
			t.Errorf("%s is there", key)
		}
	}
}

// Flags that do nothing for a command are taken and not shown.
func TestIdleFlagsAreNotShown(t *testing.T) {
	e := home(t)
	for command, flags := range map[string]string{
		"sessions": "--session --window --seed-index --background", "settings": "--session --window", "settings get": "--window",
		"recall": "--window --background", "link status": "--session --window", "vectors texts": "--json", "status": "--background --colormap",
	} {
		help := done(t, call(t, e, append(strings.Fields(command), "--help")...)).out
		for _, flag := range strings.Fields(flags) {
			if strings.Contains(help, flag+" ") {
				t.Errorf("%s shows %s", command, flag)
			}
		}
	}
	for _, flag := range []string{"--session", "--window", "--seed-index", "--json"} {
		if help := done(t, call(t, e, "status", "--help")).out; !strings.Contains(help, flag+" ") {
			t.Errorf("status does not show %s", flag)
		}
	}
	done(t, call(t, e, "sessions", "--window", "9000", "-s", demo.ID))
}

func TestCompletionOffersWhatThereIs(t *testing.T) {
	e := home(t)
	for _, c := range []struct{ args, offer string }{
		{"__complete\x00status\x00-s\x00", demo.ID + "\tshop: taxes"}, {"__complete\x00" + demo.ID[:4], demo.ID},
		{"__complete\x00settings\x00get\x00", "foldAt\t"}, {"__complete\x00settings\x00set\x00", "tail\t"},
		{"__complete\x00settings\x00unset\x00", "budgetCap\t"}, {"__complete\x00--background\x00", "light\n"},
		{"__complete\x00--colormap\x00", "batlow\nviridis\nplasma\nmagma\ncividis\n"},
		{"__complete\x00completion\x00", "zsh\t"}, {"__complete\x00help\x00", "status\t"},
	} {
		if r := done(t, call(t, e, strings.Split(c.args, "\x00")...)); !strings.Contains(r.out, c.offer) {
			t.Errorf("%q offers %q", c.args, r.out)
		}
	}
	if r := done(t, call(t, e, "__complete", "settings", "set", "tail", "")); strings.Contains(r.out, "foldAt") {
		t.Errorf("keys are offered for values: %q", r.out)
	}
}
