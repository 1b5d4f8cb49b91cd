// Package session turns the lines of a Pi session file into entries, the
// entries into a tree, and the active branch into the messages Pi sends.
//
// It owns the format: versions 1 to 3, what each entry type means, which line
// is skipped and why, how compactions and context edits project, and the
// context-usage figure Pi derives from the result.
//
// An Index keeps a small record per entry (place in the file, kind, links,
// usage) and no content; content is read again from the file when it is needed,
// through a reader the caller supplies. Memory therefore follows the number of
// entries, not their size, and appending a line costs what that line costs.
// Nothing here opens files or keeps state outside the Index.
package session
