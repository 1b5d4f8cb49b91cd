// Package watch is the room for everything that arrives from outside the
// program: the session file as it grows, which sessions exist, the settings
// file, the processes of the host and the model catalogues found on it,
// and the link to Pi.
//
// The package itself is empty. Its rooms are
//
//	beat      when what looks again and again looks next
//	folder    wakes a reader when a path may have changed (events and polling)
//	tail      follows one file and yields its whole lines
//	sessions  finds sessions, resolves names of sessions, announces newer ones
//	host      running Pi processes, installed Pi packages, windows of models
//	config    reads, watches and replaces the settings file
//	link      the extension in Pi, and the connection to it
//	route     carries what a person decides to Pi or into the file
//	feed      ties all of these to one session, newest state on one channel
//
// Nothing in here interprets a session beyond its header and its name: lines go
// to the engine as bytes. Nothing in here cleans text for the terminal either;
// paths and names are handed on as they are found.
package watch
