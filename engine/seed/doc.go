// Package seed keeps the seed index: for every fold event and every hard
// compaction one record of what left the context, extracted word for word, and
// where its originals are recovered.
//
// It owns the format of the records, how they are read back, what is extracted
// of folded blocks and of compacted history, and the two texts rendered from
// records: the compaction summary and the handoff seed. Fields, their order and
// their limits are exact; extraction asks no model and paraphrases nothing, so
// the same blocks give the same record. A Record's strings are as hostile as the
// session they came from.
//
// The package opens no file and reads no clock: lines, texts and times come in as
// arguments.
package seed
