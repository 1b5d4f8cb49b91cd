// Package host folds for an agent: it is handed the messages of each call as
// they are about to go out and says which blocks stand as digests.
//
// A Host belongs to one session. What its file already holds goes in through
// Restore and Floor, the messages of a call through Call. A call at which the
// ladder folds comes back with an Event, which renders nothing until Commit says
// that all of it was persisted; Reject lets it go as if it had never been. What
// a compaction and a recall need of the whole file comes in as blocks.
//
// The package opens nothing, reads no clock and writes nothing; the order in
// which an event's records are persisted is the caller's to keep: fold records,
// seed index record, layer record. Invariants: the digest of a committed block
// never changes, and between two commits, unfolds or context edits the
// replacements only ever apply to the same blocks.
package host
