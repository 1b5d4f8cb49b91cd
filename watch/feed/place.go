package feed

import (
	"cfold/watch/sessions"
)

// place is where the sessions of the directory lie. Options.Agent rules over the
// environment, which may name an agent folder too.
func (o Options) place() sessions.Place {
	home, _ := o.environ("HOME")
	return sessions.Locate(func(key string) string {
		if key == "PI_CODING_AGENT_DIR" && o.Agent != "" {
			return o.Agent
		}
		value, _ := o.environ(key)
		return value
	}, home, o.Cwd)
}

// environ looks a variable up; without Environ none is set.
func (o Options) environ(key string) (string, bool) {
	if o.Environ == nil {
		return "", false
	}
	return o.Environ(key)
}
