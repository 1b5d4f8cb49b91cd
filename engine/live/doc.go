// Package live keeps everything a viewer shows of one session up to date as
// lines arrive, and hands it out as immutable snapshots.
//
// A State belongs to one generation of one file. Lines go in through Ingest,
// Settle brings the context to the leaf they lead to, and Snapshot reads the
// result. Work is proportional to what arrived, and to the active context's
// figures (not its texts) per snapshot; memory follows the active context and a
// small record per entry. Texts are read back from the file when asked for.
//
// The package reads no clock and opens nothing. It never writes.
package live
