package lexicon

import "strings"

// extensions is which file extensions a scan knows.
type extensions bool

const (
	riskExtensions  extensions = false
	indexExtensions extensions = true
)

func (more extensions) has(ext string) bool {
	switch ext {
	case "ts", "tsx", "js", "jsx", "mjs", "cjs", "json", "md", "css", "svelte", "rs", "py", "go",
		"java", "rb", "yml", "yaml", "toml", "sh", "env", "log", "conf", "cfg", "txt", "sql", "proto", "lock":
		return true
	case "jsonl", "zig", "c", "h", "cpp", "hpp":
		return bool(more)
	}
	return false
}

const longestExtension = 6

// after is the end of the known extension that follows the dot at i and is a whole
// word, or 0.
func (more extensions) after(s string, i int) int {
	i++
	end := i
	for end < len(s) && end-i <= longestExtension && isWord(s[end]) {
		end++
	}
	if more.has(s[i:end]) {
		return end
	}
	return 0
}

// nextFileName finds a word of [\w.-] that ends in a known extension, word
// boundaries at both ends. A run of such characters holds one at most: from its
// first word character to its last known extension.
func nextFileName(s string, from int, known extensions) (start, end int, ok bool) {
	for i := from; ; i++ {
		if i = find(s, i, '.'); i == len(s) {
			return i, i, false
		}
		if end = known.after(s, i); end == 0 {
			continue
		}
		start = runBack(s, i, from, word|mark)
		start = run(s, start, mark)
		if start < i {
			return start, lastExtension(s, end, known), true
		}
	}
}

// lastExtension is the end of the last known extension in the rest of the run of
// [\w.-] at end, which itself is the end of one.
func lastExtension(s string, end int, known extensions) int {
	for i := end; i < len(s) && class[s[i]]&(word|mark) != 0; i++ {
		if s[i] == '.' {
			if e := known.after(s, i); e > 0 {
				end = e
			}
		}
	}
	return end
}

// sourceDirs begin the paths that count as such without an extension.
var sourceDirs = []string{".", "..", "src", "lib", "app", "dist", "build", "test", "script", "scripts"}

// nextSourcePath finds a token that begins with one of sourceDirs and a slash, at a
// line start or after white space, followed by [\w./-]+.
func nextSourcePath(s string, from int) (start, end int, ok bool) {
	for i := from; ; i++ {
		if i = find(s, i, '/'); i == len(s) {
			return i, i, false
		}
		if !joinsSource(s, i) {
			continue
		}
		for _, dir := range sourceDirs {
			if start := i - len(dir); start >= from && s[start:i] == dir && (start == 0 || spaceBefore(s, start) > 0) {
				return start, run(s, i+1, word|mark|slash), true
			}
		}
	}
}

// joinsSource reports whether the slash at i may stand between one of sourceDirs and
// more of a path: a look at the bytes on its sides.
func joinsSource(s string, i int) bool {
	if i == 0 || i+1 == len(s) || class[s[i+1]]&(word|mark|slash) == 0 {
		return false
	}
	switch s[i-1] {
	case '.', 'b', 'c', 'd', 'p', 's', 't':
		return true
	}
	return false
}

// nextPath finds a path shape: after a line start, white space or one of "'`(= an
// optional root, then [\w@.-]+ joined by slashes. Dots at its end are not part of it.
func nextPath(s string, from int) (start, end, next int, ok bool) {
	for i := from; ; i++ {
		if i = find(s, i, '/'); i == len(s) {
			return i, i, i, false
		}
		if i+1 == len(s) || !isSegment(s[i+1]) {
			continue
		}
		first := i
		for first > from && isSegment(s[first-1]) {
			first--
		}
		start, ok := pathStart(s, first, from)
		if first == i || !ok {
			continue
		}
		end := i
		for end+1 < len(s) && s[end] == '/' && isSegment(s[end+1]) {
			for end++; end < len(s) && isSegment(s[end]); {
				end++
			}
		}
		return start, start + len(strings.TrimRight(s[start:end], ".")), end, true
	}
}

func isSegment(c byte) bool { return class[c]&(word|mark) != 0 || c == '@' }

// pathStart goes back over the root / or ~/ before the first segment of a path (./
// and ../ are segments themselves) and reports whether a path may begin there.
func pathStart(s string, first, from int) (start int, ok bool) {
	start = first
	if start > from && s[start-1] == '/' {
		start--
		if start > from && s[start-1] == '~' {
			start--
		}
	}
	if start == 0 || spaceBefore(s, start) > 0 {
		return start, true
	}
	return start, strings.IndexByte("\"'`(=", s[start-1]) >= 0
}
