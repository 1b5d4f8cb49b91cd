package settings

// Restore puts a key back as it stands in another file, accepted or not, or takes
// it out where that has none. Everything else stays as it is.
func (f File) Restore(key string, from File) File {
	raw, was := from.Saved(key)
	provider, nested := providerOf(key)
	switch {
	case was && nested:
		providers, _ := f.providers()
		return File{f.members.set(ProviderIdle, providers.set(provider, raw).encode())}
	case was:
		return File{f.members.set(key, raw)}
	}
	f = f.Unset(key)
	if _, still := f.members.get(ProviderIdle); nested && !still {
		// What stood there held no providers, or was no object at all.
		if whole, there := from.members.get(ProviderIdle); there {
			return File{f.members.set(ProviderIdle, whole)}
		}
	}
	return f
}

// With is what would rule if the value were saved under the key; nil stands for
// none saved. Under a variable of the environment nothing changes but Saved. A key
// that is neither of the table nor a saved provider's is added as a provider's.
func (r Resolved) With(key string, saved *Value) Resolved {
	r.Settings = append([]Setting(nil), r.Settings...)
	r.Providers = append([]Setting(nil), r.Providers...)
	for _, list := range [][]Setting{r.Settings, r.Providers} {
		for i := range list {
			if list[i].Knob.Key == key {
				list[i] = list[i].with(saved)
				return r
			}
		}
	}
	if s, ok := r.Get(key); ok && saved != nil {
		r.Providers = append(r.Providers, s.with(saved))
	}
	return r
}

// with is the setting with another saved value.
func (s Setting) with(saved *Value) Setting {
	s.Saved, s.Shadowed = saved, saved != nil && s.Source == FromEnvironment
	switch {
	case s.Source == FromEnvironment:
	case saved != nil:
		s.Value, s.Source = *saved, FromSaved
	default:
		s.Value, s.Source = s.Knob.Default, FromDefault
	}
	return s
}
