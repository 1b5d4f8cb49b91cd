package settings

import (
	"math"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	type cases map[string]Value
	fraction := cases{"1": Number(1), " 0.45\u00a0": Number(0.45), "1e-3": Number(0.001), ".5": Number(0.5), "1.": Number(1), "+0.5": Number(0.5), "0x1": Number(1)}
	amount := cases{"0": Number(0), "-0": Number(0), "120000": Number(120_000), "2e4": Number(20_000), "0x10": Number(16), "0b11": Number(3), "0O17": Number(15), "1.5": Number(1.5), "\ufeff7": Number(7)}
	orOff := cases{"off": Number(0), " off ": Number(0), "0": Number(0), "45": Number(45)}
	badFraction := []string{"", "0", "-0.1", "1.0001", "1,5", "x", "50%", "off", "NaN", "Infinity", "0x", "1_0", "１", "0.5 0.6"}
	badAmount := []string{"", "  ", "-1", "-1e-9", "1k", "1_000", "Infinity", "1e999", "-0x10", "on", "null", "[]"}
	for _, c := range []struct {
		keys []string
		good cases
		bad  []string
	}{
		{[]string{FoldAt, FoldStep, ColdFoldAt, BudgetFraction}, fraction, badFraction},
		{[]string{Tail}, amount, append([]string{"off"}, badAmount...)},
		{[]string{BudgetCap, CacheIdleMinutes, ProviderIdle + ".openai", ProviderIdle + ".a.b"}, amount, append([]string{"OFF", "none"}, badAmount...)},
		{[]string{BudgetCap, CacheIdleMinutes, ProviderIdle + ".openai"}, orOff, nil},
		{[]string{ReconTokens}, cases{"1500.9": Number(1500), "1": Number(1)}, []string{"", "0", "0.9", "-5", "off", "Infinity"}},
		{[]string{Compact}, cases{"det": Word("det"), " NATIVE ": Word("native")}, []string{"", "llm", "0", "de t"}},
		{[]string{FooterFormat}, cases{"full": Word("full"), "Compact": Word("compact")}, []string{"", "short"}},
		{[]string{ConfirmColdPrompt}, cases{"on": Word("on"), "OFF": Word("off")}, []string{"", "true", "1", "maybe"}},
	} {
		for _, key := range c.keys {
			for input, want := range c.good {
				if got, err := Parse(key, input); err != nil || got != want || math.Signbit(got.number) {
					t.Errorf("%s %q: %v %v, want %v", key, input, got, err, want)
				}
			}
			for _, input := range c.bad {
				got, err := Parse(key, input)
				if err == nil {
					t.Errorf("%s %q: accepted as %v", key, input, got)
				} else if msg := err.Error(); !strings.HasPrefix(msg, key+": ") || strings.Contains(msg, "\n") || !strings.Contains(msg, "give ") {
					t.Errorf("%s %q: says %q", key, input, msg)
				}
			}
		}
	}
}

func TestMessageIsOneReadableLine(t *testing.T) {
	_, err := Parse(FoldAt, "a\x1b]0;b\n"+strings.Repeat("c", 5000))
	if msg := err.Error(); strings.ContainsAny(msg, "\x1b\n") || len(msg) > 200 {
		t.Errorf("%q", msg)
	}
	r := Resolve(decode(t, `{"foldAt":["`+"\u009b"+`"],"providerCacheIdleMinutes":{"a\u001b":"x"}}`), noEnvironment)
	for _, s := range []Setting{r.Settings[0], r.Providers[0]} {
		if msg := s.Ignored[0].Reason; strings.ContainsAny(msg, "\x1b\u009b") {
			t.Errorf("%q", msg)
		}
	}
	_, err = Parse(FoldAt, "2")
	if want := `foldAt: "2" is not accepted; give a number above 0 and up to 1`; err.Error() != want {
		t.Errorf("%q", err)
	}
}

func TestLookup(t *testing.T) {
	for key, says := range map[string]string{
		"foldat":               "did you mean foldAt?",
		"mystery":              "there are foldAt, ",
		"":                     "there are foldAt, ",
		ProviderIdle:           "name one, as in",
		ProviderIdle + ".":     "there are foldAt, ",
		"CONTEXTFOLD_FOLD_AT":  "there are foldAt, ",
		"cacheIdleMinutes.foo": "there are foldAt, ",
	} {
		if k, err := Lookup(key); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v %v, want %q", key, k, err, says)
		}
	}
}

func TestTable(t *testing.T) {
	want := map[string]string{
		"foldAt": "0.45", "foldStep": "0.12", "coldFoldAt": "0.25", "budgetFraction": "0.75",
		"budgetCap": "200000", "tail": "20000", "compact": "det", "footerFormat": "full",
		"reconTokens": "18000", "cacheIdleMinutes": "30", "confirmColdPrompt": "off",
	}
	for _, k := range Knobs() {
		if got := k.Format(k.Default); got != want[k.Key] {
			t.Errorf("%s is %s by default", k.Key, got)
		}
		delete(want, k.Key)
		if v, err := k.Parse(k.Format(k.Default)); err != nil || v != k.Default {
			t.Errorf("%s does not accept its default: %v", k.Key, err)
		}
		if !strings.HasPrefix(k.Env, "CONTEXTFOLD_") || k.About == "" || (k.Unit == "") != (k.Kind == Choice) {
			t.Errorf("%s is not described: %+v", k.Key, k)
		}
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	Knobs()[0].Key = "changed"
	if table[0].Key != FoldAt {
		t.Error("the table can be changed from outside")
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		key  string
		v    Value
		want string
	}{
		{BudgetCap, Number(0), "off"},
		{CacheIdleMinutes, Number(0), "off"},
		{Tail, Number(0), "0"},
		{Tail, Number(1e21), "1e+21"},
		{FoldAt, Number(1e-7), "1e-7"},
		{Tail, Number(123456789), "123456789"},
		{Compact, Word("native"), "native"},
	} {
		k, err := Lookup(c.key)
		if err != nil {
			t.Fatal(err)
		}
		if got := k.Format(c.v); got != c.want {
			t.Errorf("%s: %s, want %s", c.key, got, c.want)
		}
	}
}
