package e2e

import (
	"os"
	"path/filepath"
)

// Environ is an environment for programs under test, in the form of [os.Environ]: HOME and the folders that belong to a
// user lie in home, the language is UTF-8 English, and nothing of the machine's own environment comes along but PATH
// and the race detector's setting, so that neither a NO_COLOR nor the user's own Pi changes what a test sees. Those in
// extra (NAME=value) are added and win.
func Environ(home string, extra ...string) []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + home,
		"XDG_RUNTIME_DIR=" + filepath.Join(home, "run"),
		"XDG_CONFIG_HOME=" + filepath.Join(home, ".config"),
		"XDG_CACHE_HOME=" + filepath.Join(home, ".cache"),
		"XDG_STATE_HOME=" + filepath.Join(home, ".local", "state"),
		"LANG=C.UTF-8",
		"LC_ALL=C.UTF-8",
		"TZ=UTC",
		"SHELL=/bin/sh",
	}
	if race := os.Getenv("GORACE"); race != "" {
		env = append(env, "GORACE="+race)
	}
	return append(env, extra...)
}
