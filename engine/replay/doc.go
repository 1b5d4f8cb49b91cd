// Package replay runs the ladder over a session's active branch as if from its
// start, under any settings and window.
//
// What the session itself recorded (fold records, layers, seed index) is
// ignored; unfold entries on the branch take effect where they stand, seq starts
// at 1. A session that was folded under the same settings and window replays to
// its own layers, which is the proof that the rules here are the ones it was
// folded by.
package replay
