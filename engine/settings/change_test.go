package settings

import (
	"testing"

	"pgregory.net/rapid"
)

// files are what a settings file may hold before it is changed.
var files = []string{
	``, `{}`, `{"foldAt":0.3,"mine":[1,2]}`, `{"foldAt":"junk","tail":5}`,
	`{"providerCacheIdleMinutes":{"a":5,"b":"off"},"foldAt":0.3}`, `{"providerCacheIdleMinutes":7}`,
	`{"providerCacheIdleMinutes":{}}`, `{"cacheIdleMinutes":12,"foldAt":0.2,"foldAt":0.9}`,
}

// drawn is a file, a key and a value that the key accepts.
func drawn(t *rapid.T) (f File, key string, v Value) {
	f, err := DecodeFile([]byte(rapid.SampledFrom(files).Draw(t, "file")))
	if err != nil {
		t.Fatal(err)
	}
	type change struct{ key, value string }
	c := rapid.SampledFrom([]change{
		{FoldAt, "0.7"}, {Tail, "0"}, {Compact, "native"}, {CacheIdleMinutes, "off"}, {ConfirmColdPrompt, "on"},
		{ProviderIdle + ".a", "9"}, {ProviderIdle + ".new", "1"},
	}).Draw(t, "change")
	if v, err = Parse(c.key, c.value); err != nil {
		t.Fatal(err)
	}
	return f, c.key, v
}

func TestRestoreTakesAChangeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, key, v := drawn(t)
		for name, changed := range map[string]File{"set": f.Set(key, v), "unset": f.Unset(key)} {
			back := changed.Restore(key, f)
			want, wantOK := f.Saved(key)
			got, ok := back.Saved(key)
			if ok != wantOK || string(got) != string(want) {
				t.Fatalf("%s %s, then restored: %s, want %s", name, key, got, want)
			}
			if name == "set" && !repeats(f) && string(back.Encode()) != string(f.Encode()) {
				t.Fatalf("set and restored:\n%s\nwant\n%s", back.Encode(), f.Encode())
			}
		}
	})
}

// repeats reports whether a key stands twice: setting one leaves its last value
// alone.
func repeats(f File) bool {
	seen := map[string]bool{}
	for _, m := range f.members {
		if seen[m.name] {
			return true
		}
		seen[m.name] = true
	}
	return false
}

func TestRestoreKeepsWhatOthersSavedSince(t *testing.T) {
	before, err := DecodeFile([]byte(`{"providerCacheIdleMinutes":7}`))
	if err != nil {
		t.Fatal(err)
	}
	a, b := ProviderIdle+".a", ProviderIdle+".b"
	now := before.Set(a, Number(1)).Set(b, Number(2)).Set(Tail, Number(3)).Restore(a, before)
	if _, there := now.Saved(a); there {
		t.Error("a is still saved")
	}
	for key, want := range map[string]string{b: "2", Tail: "3"} {
		if got, _ := now.Saved(key); string(got) != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
}

func TestWithIsWhatWouldRuleOnceSaved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, key, v := drawn(t)
		env := map[string]string{}
		for _, name := range []string{"CONTEXTFOLD_FOLD_AT", "CONTEXTFOLD_CACHE_IDLE_MINUTES"} {
			if rapid.Bool().Draw(t, name) {
				env[name] = "0.5"
			}
		}
		getenv := func(name string) (string, bool) { value, ok := env[name]; return value, ok }
		now := Resolve(f, getenv)
		for name, c := range map[string]struct {
			preview Resolved
			saved   File
		}{
			"set":   {now.With(key, &v), f.Set(key, v)},
			"unset": {now.With(key, nil), f.Unset(key)},
		} {
			want, _ := Resolve(c.saved, getenv).Get(key)
			got, ok := c.preview.Get(key)
			if !ok || got.Value != want.Value || got.Source != want.Source || got.Shadowed != want.Shadowed {
				t.Fatalf("%s %s in %s: %v from %s, want %v from %s", name, key, f.Encode(), got.Value, got.Source, want.Value, want.Source)
			}
			if c.preview.Ladder() != Resolve(c.saved, getenv).Ladder() {
				t.Fatalf("%s %s: the ladder differs", name, key)
			}
		}
	})
}
