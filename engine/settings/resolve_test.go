package settings

import (
	"strings"
	"testing"
)

func noEnvironment(string) (string, bool) { return "", false }

func environment(pairs ...string) func(string) (string, bool) {
	set := map[string]string{}
	for _, p := range pairs {
		name, value, _ := strings.Cut(p, "=")
		set[name] = value
	}
	return func(name string) (string, bool) {
		v, ok := set[name]
		return v, ok
	}
}

func TestPrecedence(t *testing.T) {
	for _, c := range []struct {
		name     string
		file     string
		env      string
		want     float64
		source   Source
		shadowed bool
		ignored  int
	}{
		{"default", `{}`, "", 0.45, FromDefault, false, 0},
		{"saved", `{"foldAt":0.6}`, "", 0.6, FromSaved, false, 0},
		{"saved as a string", `{"foldAt":" 0.6 "}`, "", 0.6, FromSaved, false, 0},
		{"the last of repeats", `{"foldAt":0.6,"foldAt":0.7}`, "", 0.7, FromSaved, false, 0},
		{"environment over default", `{}`, "CONTEXTFOLD_FOLD_AT=0.3", 0.3, FromEnvironment, false, 0},
		{"environment over saved", `{"foldAt":0.6}`, "CONTEXTFOLD_FOLD_AT=0.3", 0.3, FromEnvironment, true, 0},
		{"bad environment yields to saved", `{"foldAt":0.6}`, "CONTEXTFOLD_FOLD_AT=banana", 0.6, FromSaved, false, 1},
		{"blank environment is none", `{"foldAt":0.6}`, "CONTEXTFOLD_FOLD_AT=  ", 0.6, FromSaved, false, 0},
		{"bad saved yields to default", `{"foldAt":2}`, "", 0.45, FromDefault, false, 1},
		{"bad saved is not shadowed", `{"foldAt":2}`, "CONTEXTFOLD_FOLD_AT=0.3", 0.3, FromEnvironment, false, 1},
		{"both bad", `{"foldAt":"x"}`, "CONTEXTFOLD_FOLD_AT=0", 0.45, FromDefault, false, 2},
		{"not a number", `{"foldAt":true}`, "", 0.45, FromDefault, false, 1},
		{"null", `{"foldAt":null}`, "", 0.45, FromDefault, false, 1},
		{"an object", `{"foldAt":{"a":1}}`, "", 0.45, FromDefault, false, 1},
		{"another spelling", `{"foldat":0.6}`, "", 0.45, FromDefault, false, 0},
		{"past all numbers", `{"foldAt":1e999}`, "", 0.45, FromDefault, false, 1},
	} {
		s, ok := Resolve(decode(t, c.file), environment(c.env)).Get(FoldAt)
		if !ok || s.Value.Float() != c.want || s.Source != c.source || s.Shadowed != c.shadowed || len(s.Ignored) != c.ignored {
			t.Errorf("%s: %+v", c.name, s)
		}
		for _, i := range s.Ignored {
			if !strings.HasPrefix(i.Reason, "foldAt: ") || !strings.Contains(i.Reason, "give a number") || i.Text == "" {
				t.Errorf("%s: says %+v", c.name, i)
			}
		}
	}
}

func TestShadowedSavedIsShown(t *testing.T) {
	s, _ := Resolve(decode(t, `{"budgetCap":100000}`), environment("CONTEXTFOLD_BUDGET_CAP=off")).Get(BudgetCap)
	if s.Text() != "off" || s.Saved == nil || s.Knob.Format(*s.Saved) != "100000" {
		t.Errorf("%+v", s)
	}
}

func TestIdleMinutes(t *testing.T) {
	const file = `{"cacheIdleMinutes":40,"providerCacheIdleMinutes":{"openai":10,"custom":"off","bad":-1,"broken":{},"openai":20}}`
	for _, c := range []struct {
		file, env, provider string
		want                float64
	}{
		{`{}`, "", "openai", 30},
		{file, "", "openai", 20},
		{file, "", "custom", 0},
		{file, "", "bad", 40},
		{file, "", "broken", 40},
		{file, "", "unknown", 40},
		{file, "", "", 40},
		{file, "CONTEXTFOLD_CACHE_IDLE_MINUTES=15", "openai", 15},
		{file, "CONTEXTFOLD_CACHE_IDLE_MINUTES=15", "unknown", 15},
		{file, "CONTEXTFOLD_CACHE_IDLE_MINUTES=off", "openai", 0},
		{file, "CONTEXTFOLD_CACHE_IDLE_MINUTES=x", "openai", 20},
		{`{"providerCacheIdleMinutes":[]}`, "", "openai", 30},
	} {
		if got := Resolve(decode(t, c.file), environment(c.env)).IdleMinutes(c.provider); got != c.want {
			t.Errorf("%s %s %q: %v, want %v", c.file, c.env, c.provider, got, c.want)
		}
	}
	r := Resolve(decode(t, file), environment("CONTEXTFOLD_CACHE_IDLE_MINUTES=15"))
	var names []string
	for _, s := range r.Providers {
		names = append(names, s.Knob.Key+" "+s.Text())
	}
	if got := strings.Join(names, "; "); got != "providerCacheIdleMinutes.openai 15; providerCacheIdleMinutes.custom 15; providerCacheIdleMinutes.bad 15; providerCacheIdleMinutes.broken 15" {
		t.Errorf("%s", got)
	}
	if s := r.Providers[0]; !s.Shadowed || s.Saved.Float() != 20 {
		t.Errorf("%+v", s)
	}
	if s := r.Providers[2]; len(s.Ignored) != 1 || s.Shadowed {
		t.Errorf("%+v", s)
	}
	if s, ok := r.Get(ProviderIdle + ".unknown"); !ok || s.Source != FromEnvironment || s.Value.Float() != 15 {
		t.Errorf("%+v", s)
	}
	if _, ok := r.Get("mystery"); ok {
		t.Error("an unknown key resolves")
	}
	if r := Resolve(decode(t, `{"providerCacheIdleMinutes":3}`), noEnvironment); len(r.Ignored) != 1 || r.Ignored[0].Text != "3" {
		t.Errorf("%+v", r.Ignored)
	}
}

func TestMasterSwitch(t *testing.T) {
	for value, want := range map[string]bool{"0": true, "off": true, " FALSE ": true, "1": false, "": false, "no": false} {
		if got := Resolve(File{}, environment("CONTEXTFOLD="+value)).Disabled; got != want {
			t.Errorf("CONTEXTFOLD=%q: %v", value, got)
		}
	}
	if r := Resolve(File{}, noEnvironment); r.Disabled {
		t.Errorf("%+v", r)
	}
}

func TestLadder(t *testing.T) {
	for _, c := range []struct {
		file string
		want Ladder
	}{
		{`{}`, Ladder{0.45, 0.12, 0.25, 0.75, 200_000, 20_000}},
		{`{"foldAt":0.5,"foldStep":0.1,"coldFoldAt":0.2,"budgetFraction":1,"budgetCap":"off","tail":0}`, Ladder{0.5, 0.1, 0.2, 1, 0, 0}},
		{`{"budgetCap":0.5,"tail":1000.9}`, Ladder{0.45, 0.12, 0.25, 0.75, 1, 1000}},
		{`{"budgetCap":1e300}`, Ladder{0.45, 0.12, 0.25, 0.75, 1 << 53, 20_000}},
	} {
		if got := Resolve(decode(t, c.file), noEnvironment).Ladder(); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.file, got, c.want)
		}
	}
	r := Resolve(decode(t, `{"reconTokens":1500.9,"compact":"NATIVE"}`), noEnvironment)
	if r.ReconTokens() != 1500 || r.Word(Compact) != "native" || r.Word(FooterFormat) != "full" {
		t.Errorf("%d %s %s", r.ReconTokens(), r.Word(Compact), r.Word(FooterFormat))
	}
}
