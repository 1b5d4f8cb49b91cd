package settings

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"cfold/engine/text"
)

// Source is where a value comes from.
type Source string

// The sources, each ruling over those before it.
const (
	FromDefault     Source = "default"
	FromSaved       Source = "saved"
	FromEnvironment Source = "environment"
)

// Ignored is a value that was there and is not accepted.
type Ignored struct {
	Source Source
	// Text is what stands there, whole and as it is: raw JSON for a saved one.
	Text string
	// Reason is one line: what is wrong and what is accepted.
	Reason string
}

// Setting is one knob as it stands.
type Setting struct {
	Knob   Knob
	Value  Value
	Source Source
	// Saved is the accepted saved value, nil when there is none.
	Saved *Value
	// Shadowed says the environment rules over Saved.
	Shadowed bool
	Ignored  []Ignored
}

// Text is the value as a person reads and types it.
func (s Setting) Text() string { return s.Knob.Format(s.Value) }

// Resolved is every setting as it stands.
type Resolved struct {
	// Settings are those of the table, in its order.
	Settings []Setting
	// Providers are the idle times saved for single providers, in the file's
	// order.
	Providers []Setting
	// Ignored is what is wrong with ProviderIdle as a whole.
	Ignored []Ignored
	// Disabled says CONTEXTFOLD switches everything off.
	Disabled bool
}

// envMaster is the variable that switches everything off.
const envMaster = "CONTEXTFOLD"

// Resolve works out what rules. getenv is as os.LookupEnv.
func Resolve(f File, getenv func(string) (string, bool)) Resolved {
	var r Resolved
	for _, k := range table {
		r.Settings = append(r.Settings, resolve(k, f, getenv))
	}
	r.resolveProviders(f, getenv)
	switch lower(getenv, envMaster) {
	case "0", "off", "false":
		r.Disabled = true
	}
	return r
}

func lower(getenv func(string) (string, bool), name string) string {
	v, _ := getenv(name)
	return strings.ToLower(text.Trim(v))
}

func resolve(k Knob, f File, getenv func(string) (string, bool)) Setting {
	s := Setting{Knob: k, Value: k.Default, Source: FromDefault}
	if raw, ok := f.Saved(k.Key); ok {
		if v, err := k.parseSaved(raw); err != nil {
			s.ignore(FromSaved, string(raw), err)
		} else {
			s.Value, s.Source, s.Saved = v, FromSaved, &v
		}
	}
	// A variable set to nothing is taken as not set.
	if input, ok := getenv(k.Env); ok && text.Trim(input) != "" {
		if v, err := k.Parse(input); err != nil {
			s.ignore(FromEnvironment, input, err)
		} else {
			s.Value, s.Source, s.Shadowed = v, FromEnvironment, s.Saved != nil
		}
	}
	return s
}

func (s *Setting) ignore(from Source, input string, err error) {
	s.Ignored = append(s.Ignored, Ignored{from, input, err.Error()})
}

// parseSaved reads a saved value: a number, or a string read as if typed.
func (k Knob) parseSaved(raw json.RawMessage) (Value, error) {
	switch {
	case raw[0] == '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return Value{}, err
		}
		return k.Parse(s)
	case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		return k.Parse(string(raw))
	}
	return Value{}, fmt.Errorf("%s: %q is no value for it; give %s", k.label(), shorten(string(raw)), k.Accepts())
}

// resolveProviders reads the idle times of single providers. One that is not
// accepted falls back to what rules for all.
func (r *Resolved) resolveProviders(f File, getenv func(string) (string, bool)) {
	raw, there := f.members.get(ProviderIdle)
	if !there {
		return
	}
	providers, ok := f.providers()
	if !ok {
		reason := ProviderIdle + ": give an object of provider and minutes"
		r.Ignored = []Ignored{{FromSaved, string(raw), reason}}
		return
	}
	seen := map[string]bool{"": true}
	for _, m := range providers {
		if seen[m.name] {
			continue
		}
		seen[m.name] = true
		k := providerKnob(m.name)
		k.Default = r.setting(CacheIdleMinutes).Value
		r.Providers = append(r.Providers, resolve(k, f, getenv))
	}
}

// All lists Settings, then Providers.
func (r Resolved) All() []Setting { return slices.Concat(r.Settings, r.Providers) }

// AllIgnored lists what is passed over, of whatever setting.
func (r Resolved) AllIgnored() []Ignored {
	list := slices.Clone(r.Ignored)
	for _, s := range r.All() {
		list = append(list, s.Ignored...)
	}
	return list
}

// Get is the setting under a key of the table or one provider's, which stands at
// cacheIdleMinutes when nothing is saved for it; ok is false for another key.
func (r Resolved) Get(key string) (s Setting, ok bool) {
	for _, list := range [][]Setting{r.Settings, r.Providers} {
		for _, s := range list {
			if s.Knob.Key == key {
				return s, true
			}
		}
	}
	provider, ok := providerOf(key)
	if !ok {
		return Setting{}, false
	}
	all := r.setting(CacheIdleMinutes)
	s = Setting{Knob: providerKnob(provider), Value: all.Value, Source: FromDefault}
	s.Knob.Default = all.Value
	if all.Source == FromEnvironment {
		s.Source = FromEnvironment
	}
	return s, true
}

// setting is the setting under a key of the table.
func (r Resolved) setting(key string) Setting {
	s, _ := r.Get(key)
	return s
}

func (r Resolved) float(key string) float64 { return r.setting(key).Value.Float() }

// IdleMinutes is the idle interval that rules for a provider: the environment's,
// else the provider's saved one, else cacheIdleMinutes. 0 is no warnings.
func (r Resolved) IdleMinutes(provider string) float64 {
	if provider == "" {
		return r.float(CacheIdleMinutes)
	}
	return r.float(ProviderIdle + "." + provider)
}

// Ladder is what the ladder needs, as plain values: fractions of the window and
// tokens.
type Ladder struct {
	FoldAt, FoldStep, ColdFoldAt, BudgetFraction float64
	BudgetCap, Tail                              int
}

// Ladder gives the ladder's values. Parts of a token are dropped, except that a
// cap below one token stays a cap.
func (r Resolved) Ladder() Ladder {
	limit := r.float(BudgetCap)
	if limit > 0 {
		limit = max(limit, 1)
	}
	return Ladder{
		FoldAt:         r.float(FoldAt),
		FoldStep:       r.float(FoldStep),
		ColdFoldAt:     r.float(ColdFoldAt),
		BudgetFraction: r.float(BudgetFraction),
		BudgetCap:      whole(limit),
		Tail:           whole(r.float(Tail)),
	}
}

// whole drops the fraction, and what no count of tokens can reach.
func whole(n float64) int { return int(math.Min(n, 1<<53)) }

// ReconTokens is the estimate for rebuilding the context, in tokens.
func (r Resolved) ReconTokens() int { return whole(r.float(ReconTokens)) }

// Word is the word a Choice stands at, empty for another key.
func (r Resolved) Word(key string) string { return r.setting(key).Value.Word() }
