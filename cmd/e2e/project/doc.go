// Package project makes small folders of files for a coding agent to work on, and plans of tool calls that read, search,
// run and edit them.
//
// It owns the files' contents and the plans. A seed decides both, byte for byte; it must take nothing from the clock or
// the machine, so that a session of a seed can be recorded again. Commands in plans need nothing but a POSIX shell.
package project
