// Package config reads, watches and replaces the settings file, as bytes.
//
// It knows nothing of the settings in it: decoding and validation belong to the
// engine. A write reads the file again immediately before, replaces it atomically
// and keeps its mode, so that a reader sees the old or the new file and never a
// part of one. Nobody locks the file; see Update for what two writers may do to
// each other.
package config
