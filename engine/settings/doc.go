// Package settings holds the table of knobs, what each accepts, how the settings
// file and the environment are read, and which of them rules.
//
// A knob's value is its default, else the saved value, else the environment's;
// the later one rules. What is not accepted is set aside with the reason and the
// earlier one rules instead. The file is JSON that people and other programs
// edit too: keys this program does not know are kept as they are, in their
// place, and a file that does not parse is an error, never an empty file.
//
// The package must not open files or read the environment: bytes and a lookup
// come in as arguments. Values are immutable; File.Set and File.Unset give a new
// File and leave the old one as it was.
//
// Invariants: a value Parse accepts is accepted again when it is read back from
// an encoded file; Encode changes no byte of a value it was not asked to change,
// white space between tokens aside.
package settings
