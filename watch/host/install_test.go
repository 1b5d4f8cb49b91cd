package host

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAPartOfAnotherVersionIsOdd(t *testing.T) {
	install := pi(t)
	if version, odd := install.OddPart(); odd {
		t.Errorf("a part without a version is odd: %q", version)
	}
	path := filepath.Join(filepath.Dir(install.Dir), "pi-ai", "package.json")
	for version, want := range map[string]bool{"1.6.0": false, "1.7.1": true} {
		if err := os.WriteFile(path, []byte(`{"version":"`+version+`"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, odd := install.OddPart(); odd != want || odd && got != version {
			t.Errorf("%s: %q, %t", version, got, odd)
		}
	}
}
