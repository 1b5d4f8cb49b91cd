package journal

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPartIsTakenBackOnlyFromTheEnd(t *testing.T) {
	for _, c := range []struct {
		name, after string // what another writer appended after the part
		gone        bool
		want        string
	}{
		{"the file ends there", "", true, "whole\n"},
		{"others have written", "theirs\n", false, "whole\nparttheirs\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(path, []byte("whole\npart"+c.after), 0o644); err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			gone := withdraw(f, int64(len("whole\npart")), int64(len("part")))
			got, err := os.ReadFile(path)
			if err != nil || gone != c.gone || string(got) != c.want {
				t.Errorf("gone %v, the file is %q, %v", gone, got, err)
			}
		})
	}
}
