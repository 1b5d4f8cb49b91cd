package link

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"cfold/engine/jsjson"
)

// The extension is index.ts, which Pi loads, and the parts that it imports.
//
//go:embed extension
var sources embed.FS

// mark is the first line of every part, by which an installed one is known.
const mark = "// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.\n"

// The lines of index.ts that name the program it runs and the version it came
// with, and the folder that it imports parts from.
var (
	binaryLine  = regexp.MustCompile(`(?m)^const BINARY = ("(?:[^"\\]|\\.)*"); // @binary$`)
	versionLine = regexp.MustCompile(`(?m)^const RELEASE = ("(?:[^"\\]|\\.)*"); // @version$`)
	partsImport = regexp.MustCompile(`from "\./(parts-[0-9a-f]{12})/`)
)

// part is one file of the extension beside index.ts.
type part struct{ name, text string }

// parts are those that this program carries, by name.
func parts() []part {
	const dir = "extension/parts"
	entries, err := fs.ReadDir(sources, dir)
	if err != nil {
		panic(err) // it is embedded
	}
	var list []part
	for _, e := range entries {
		list = append(list, part{e.Name(), source(path.Join(dir, e.Name()))})
	}
	return list
}

func source(name string) string {
	text, err := fs.ReadFile(sources, name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// folderOf names the folder of parts by what they hold, so that those of two
// versions never share one, and an index.ts finds those that it was written with
// or none.
func folderOf(list []part) string {
	sum := sha256.New()
	for _, p := range slices.SortedFunc(slices.Values(list), func(a, b part) int { return strings.Compare(a.name, b.name) }) {
		fmt.Fprintf(sum, "%s %d\n%s", p.name, len(p.text), p.text)
	}
	return fmt.Sprintf("parts-%x", sum.Sum(nil)[:6])
}

// entry is index.ts for a program of that version at the path binary.
func entry(list []part, binary, version string) string {
	text := setLine(source("extension/index.ts"), binaryLine, binary)
	text = setLine(text, versionLine, version)
	return strings.ReplaceAll(text, `from "./parts/`, `from "./`+folderOf(list)+"/")
}

func setLine(text string, line *regexp.Regexp, value string) string {
	at := line.FindStringSubmatchIndex(text)
	return text[:at[2]] + string(jsjson.AppendQuote(nil, value)) + text[at[3]:]
}
