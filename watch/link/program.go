package link

import (
	"os"
	"path/filepath"
	"strings"
)

// Name is the program as it is looked for on PATH.
const Name = "cfold-tui"

// Program is how an extension is to run this program: by the path of exe, links
// resolved, or by its name on PATH where exe is a temporary build that will be
// gone. temporary are folders of such builds.
func Program(exe string, temporary ...string) string {
	real, err := filepath.EvalSymlinks(exe)
	if err != nil {
		return Name
	}
	for _, dir := range append(temporary, os.TempDir()) {
		if resolved, err := filepath.EvalSymlinks(dir); err == nil {
			dir = resolved
		}
		if dir != "" && strings.HasPrefix(real, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator)) {
			return Name
		}
	}
	if strings.Contains(filepath.ToSlash(real), "/go-build") {
		return Name
	}
	return real
}
