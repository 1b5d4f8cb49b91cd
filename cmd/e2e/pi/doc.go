// Package pi installs the Pi coding agent from npm and runs it in a scratch home.
//
// It owns the installed copies in the cache folder ([Get]) and the homes ([NewHome]), each with its agent folder, one
// model and a project folder. It must not see the person's own Pi: the environment of a run is made here, and Pi is
// kept offline; the one model it knows is the scripted provider.
//
// Invariants: versions are exact, Node's included. A copy is whole or not there, also when an installation is broken
// off or several are wanted at once.
package pi
