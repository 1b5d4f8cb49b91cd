package main

import (
	"cfold/cmd/cfold-tui/shape"
	"cfold/watch/link"
)

// checkLink looks at the extension and at the Pi's that have loaded it.
func (a *app) checkLink() []shape.Check {
	list := []shape.Check{a.checkExtension()}
	running, err := link.List(link.Folders(a.lookup))
	if err != nil {
		list = append(list, check("link", checkProblem, "remove it, or make it yours alone (mode 0700)", "%v", err))
	}
	for _, e := range running {
		status, hint := checkOK, ""
		switch {
		case e.Fault != nil:
			status, hint = checkProblem, e.Fault.Hint()
		case e.Version != version():
			status, hint = checkNote, link.Mend
		}
		list = append(list, check("link", status, hint, "process %d, mode %s, extension %s, Pi %s, in %s", e.PID, e.Mode, e.Version, e.Pi, e.Cwd))
	}
	if len(running) == 0 && err == nil {
		list = append(list, check("link", checkNote, "", "no running Pi has the extension loaded"))
	}
	return list
}

func (a *app) checkExtension() shape.Check {
	e, there, err := link.FindExtension(a.place().Agent, version())
	switch {
	case err != nil:
		return check("extension", checkProblem, "make it readable", "%v", err)
	case !there:
		return check("extension", checkNote, link.Mend, "not installed: what is done here reaches a running Pi only when it opens the session anew")
	case !e.Ours:
		return check("extension", checkProblem, "move it away, then cfold-tui link install", "another file lies at %s", e.Path)
	case !e.Current:
		return check("extension", checkProblem, link.Mend, "version %s, this program is %s", e.Version, version())
	}
	return check("extension", checkOK, "", "version %s, runs %s", e.Version, e.Binary)
}
