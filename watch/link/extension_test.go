package link

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// index.ts keeps what the installer and the reader of an installed one look for, and every part can be told from other
// files.
func TestTheExtensionNamesItsProgramAndItsParts(t *testing.T) {
	list := parts()
	text := entry(list, "/opt/x", "v9")
	for _, want := range []string{`const BINARY = "/opt/x"; // @binary`, `const RELEASE = "v9"; // @version`, `from "./` + folderOf(list) + `/link.ts"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %q", want)
		}
	}
	if strings.Contains(text, "./parts/") {
		t.Error("index.ts imports from a folder that is not written")
	}
	protocol := ""
	for _, p := range list {
		if !strings.HasPrefix(p.text, mark) {
			t.Errorf("%s does not begin with the mark of a part", p.name)
		}
		if p.name == "pi.ts" {
			protocol = p.text
		}
	}
	if Protocol != 1 || !strings.Contains(protocol, "export const PROTOCOL = 1;") {
		t.Errorf("the extension does not speak the program's protocol, %d", Protocol)
	}
	changed := slices.Clone(list)
	changed[0].text += "\n"
	if folderOf(changed) == folderOf(list) {
		t.Error("other parts lie in the same folder")
	}
}

var imports = regexp.MustCompile(`(?m)^import .* from "(.*)";$`)

// What files of the extension import is Node's, Pi's, or another file of the extension: there is nothing to install.
func TestTheExtensionNeedsNothingElse(t *testing.T) {
	names := map[string]bool{"index.ts": true}
	files := map[string]string{"index.ts": source("extension/index.ts")}
	for _, p := range parts() {
		names["parts/"+p.name] = true
		files["parts/"+p.name] = p.text
	}
	for name, text := range files {
		found := imports.FindAllStringSubmatch(text, -1)
		if len(found) != strings.Count(text, "\nimport ") {
			t.Errorf("%s: an import that is not on one line", name)
		}
		for _, m := range found {
			from := m[1]
			if from == "@earendil-works/pi-coding-agent" || strings.HasPrefix(from, "node:") {
				continue
			}
			if to := path.Join(path.Dir(name), from); !strings.HasPrefix(from, "./") || !names[to] {
				t.Errorf("%s imports %q", name, from)
			}
		}
	}
}
