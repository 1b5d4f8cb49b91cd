package config

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"cfold/watch/folder"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// next awaits what Watch delivers next.
func next(t *testing.T, c <-chan File) File {
	t.Helper()
	select {
	case f, ok := <-c:
		if !ok {
			t.Fatal("the channel closed")
		}
		return f
	case <-time.After(20 * time.Second):
		t.Fatal("nothing was delivered")
	}
	return File{}
}

func set(text string) func(File) ([]byte, error) {
	return func(File) ([]byte, error) { return []byte(text), nil }
}

func TestWatchDeliversEveryState(t *testing.T) {
	for name, opts := range map[string]folder.Options{
		"events":  {},
		"polling": {NoEvents: true, Fast: 2 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			path := Path(filepath.Join(t.TempDir(), "home", "agent"))
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			states := Watch(ctx, path, opts)
			if f := next(t, states); f.Exists {
				t.Errorf("a file is said to be there: %v", f)
			}
			for _, text := range []string{`{"tail":1}`, `{"tail":2}`, `{`} {
				if err := Update(path, set(text)); err != nil {
					t.Fatal(err)
				}
				if f := next(t, states); string(f.Data) != text {
					t.Errorf("got %q, want %q", f.Data, text)
				}
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if f := next(t, states); f.Exists || f.Data != nil {
				t.Errorf("a removed file is delivered as %v", f)
			}
			cancel()
			for range states {
				t.Error("a state after the last change")
			}
		})
	}
}

func TestUpdateKeepsModeAndLink(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real.json"), filepath.Join(dir, Name)
	if err := os.WriteFile(real, []byte(`{}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.json", link); err != nil {
		t.Skip(err)
	}
	if err := Update(link, set(`{"a":1}`)); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", info, err)
	}
	info, err := os.Stat(real)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if f := Read(link); string(f.Data) != `{"a":1}` {
		t.Errorf("holds %q", f.Data)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestUpdateStartsAgainAfterAnotherWriter(t *testing.T) {
	path := Path(t.TempDir())
	calls := 0
	err := Update(path, func(f File) ([]byte, error) {
		if calls++; calls == 1 {
			if err := os.WriteFile(path, []byte("theirs"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return append(f.Data, "+ours"...), nil
	})
	if f := Read(path); err != nil || string(f.Data) != "theirs+ours" || calls != 2 {
		t.Errorf("%q after %d calls, %v", f.Data, calls, err)
	}
}

func TestUpdateGivesUpAgainstARestlessWriter(t *testing.T) {
	path := Path(t.TempDir())
	text := ""
	err := Update(path, func(File) ([]byte, error) {
		text += "x"
		return nil, os.WriteFile(path, []byte(text), 0o600)
	})
	if f := Read(path); err == nil || string(f.Data) != text {
		t.Errorf("error %v, file %q", err, f.Data)
	}
}

func TestUpdateRefusalLeavesTheFile(t *testing.T) {
	path := Path(t.TempDir())
	if err := os.WriteFile(path, []byte("{ broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	no := errors.New("does not parse")
	if err := Update(path, func(File) ([]byte, error) { return nil, no }); !errors.Is(err, no) {
		t.Errorf("error %v", err)
	}
	if f := Read(path); string(f.Data) != "{ broken" {
		t.Errorf("holds %q", f.Data)
	}
}

func TestReadOfWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	if f := Read(dir); f.Err == nil || !f.Exists {
		t.Errorf("a folder reads as %v", f)
	}
	if f := Read(filepath.Join(dir, "x", Name)); f.Err != nil || f.Exists {
		t.Errorf("a missing folder reads as %v", f)
	}
	large := Path(dir)
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, sizeLimit+1); err != nil {
		t.Fatal(err)
	}
	if f := Read(large); f.Err == nil || f.Data != nil {
		t.Errorf("a file of %d bytes reads with error %v", sizeLimit+1, f.Err)
	}
}
