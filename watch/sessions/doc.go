// Package sessions finds session files and what belongs to them.
//
// It owns the rules of where Pi keeps sessions (agent folder, session folders,
// their order), the listing of sessions from little reading, the resolution of
// what a person types for a session, and the announcement of newer sessions. It
// never opens a session for writing and never interprets one beyond its header,
// its name and its first prompt.
//
// # Invariants
//
// Sessions belong to a working directory by the cwd of their header, never by the
// name of the folder they lie in. A session that is asked for and is not there
// is an error and never becomes another one. However large a session is, at most
// a bounded part of it is read.
package sessions
