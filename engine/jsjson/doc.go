// Package jsjson reads JSON the way JavaScript's JSON.parse does and writes it
// the way JSON.stringify does, without building trees: a Raw is a span of valid
// JSON bytes that is looked into on demand.
//
// Scan validates a line once; everything reached from the Raw it returns is
// valid by construction, so the accessors have no error results. Keys match by
// exact case and the last of repeated keys rules. Strings come out as WTF-8
// (package text): a lone \udxxx escape survives, and bytes that are not UTF-8
// read as U+FFFD.
package jsjson
