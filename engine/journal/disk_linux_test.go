package journal_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cfold/engine/journal"
)

// apartVar tells a test that it runs in a process of its own.
const apartVar = "CFOLD_JOURNAL_APART"

// apart runs the calling test again in a process of its own, with its own mounts
// where mounts is set, and is true in there. What the test does to the process or
// its mounts ends with it.
func apart(t *testing.T, mounts bool) bool {
	t.Helper()
	if os.Getenv(apartVar) != "" {
		if mounts {
			mount(t, "", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
		}
		return true
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), apartVar+"=1")
	if mounts {
		cmd.SysProcAttr = ownMounts()
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Skipf("this machine gives a process no mounts of its own: %v", err)
	}
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// ownMounts gives a process its own mounts and, unless it is the superuser's, the
// right to make some.
func ownMounts() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNS}
	if uid := os.Geteuid(); uid != 0 {
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: uid, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	return attr
}

func mount(t *testing.T, source, target, kind string, flags uintptr, data string) {
	t.Helper()
	if err := unix.Mount(source, target, kind, flags, data); err != nil {
		t.Fatal(err)
	}
	if target == "/" || flags&unix.MS_REMOUNT != 0 {
		return // made nothing
	}
	t.Cleanup(func() { // before the folder is removed
		if err := unix.Unmount(target, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

// fill writes a file until there is no room, but for so many bytes of it.
func fill(t *testing.T, path string, but int64) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 4096)
	for err == nil {
		_, err = f.Write(block)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(info.Size() - but); err != nil {
		t.Fatal(err)
	}
}

// long is a record of more bytes than a page.
var long = journal.UnfoldOf(strings.Repeat("r", 9_000))

func TestFullDisk(t *testing.T) {
	if !apart(t, true) {
		return
	}
	dir := t.TempDir()
	mount(t, "tmpfs", dir, "tmpfs", 0, "size=128k")
	path, filler := filepath.Join(dir, "s.jsonl"), filepath.Join(dir, "filler")
	write(t, path, small)
	j := open(t, path, atNoon)
	fill(t, filler, 0)
	for _, r := range []journal.Record{journal.UnfoldOf("r:1"), long} {
		_, err := j.Append(r)
		mustBe(t, err, journal.ErrNoRoom, path)
		if got := read(t, path); got != small {
			t.Fatalf("the file becomes %q", got)
		}
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	add(t, j, long)

	// The disk fills when the room has been seen and before the line is written:
	// the write ends inside the line.
	j = open(t, path, between(func() { fill(t, filler, 4096) }))
	before := read(t, path)
	_, err := j.Append(long)
	mustBe(t, err, journal.ErrNoRoom, path)
	if got := read(t, path); got != before {
		t.Fatalf("the file keeps part of the line: %d bytes, then %d", len(before), len(got))
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if result := add(t, j, long); result.Copies != 0 {
		t.Errorf("result %+v", result)
	}
}

func TestFileSizeLimit(t *testing.T) {
	if !apart(t, false) {
		return
	}
	path := file(t, small)
	limit := func(n int) {
		var had unix.Rlimit
		if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &had); err != nil {
			t.Fatal(err)
		}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: uint64(n), Max: had.Max}); err != nil {
			t.Fatal(err)
		}
	}
	const much = 1 << 30
	for name, clock := range map[string]func() time.Time{
		"part of the line": func() time.Time { limit(len(small) + 20); return noon },
		"none of it":       func() time.Time { limit(len(small)); return noon },
	} {
		limit(much)
		j := open(t, path, clock)
		for range 2 { // met while writing, then seen before
			_, err := j.Append(journal.UnfoldOf("r:1"))
			mustBe(t, err, journal.ErrNoRoom, path)
			if got := read(t, path); got != small {
				t.Fatalf("%s: the file becomes %q", name, got)
			}
		}
	}
	limit(much)
	add(t, open(t, path, atNoon), journal.UnfoldOf("r:1"))
}

func TestReadOnlyFileSystem(t *testing.T) {
	if !apart(t, true) {
		return
	}
	path := file(t, small)
	seen, err := journal.Look(path)
	if err != nil {
		t.Fatal(err)
	}
	j := open(t, path, atNoon)
	dir := filepath.Dir(path)
	mount(t, dir, dir, "", unix.MS_BIND, "")
	mount(t, "", dir, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, "")
	_, err = journal.Open(path, seen, journal.Options{Now: atNoon})
	// A bind mount is the same file to the system.
	mustBe(t, err, journal.ErrReadOnly, path)
	_, err = j.Append(journal.UnfoldOf("r:1"))
	mustBe(t, err, journal.ErrReadOnly, path)
	if _, err := journal.NeedsRepair(path); err != nil {
		t.Errorf("looking is refused too: %v", err)
	}
}

// immutable is FS_IMMUTABLE_FL of linux/fs.h.
const immutable = 0x10

func TestImmutableFile(t *testing.T) {
	path := file(t, small)
	j := open(t, path, atNoon)
	setFlags := func(flags int) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, flags)
	}
	if err := setFlags(immutable); err != nil {
		t.Skipf("no file can be made immutable here: %v", err)
	}
	defer setFlags(0)
	_, err := j.Append(journal.UnfoldOf("r:1"))
	mustBe(t, err, journal.ErrReadOnly, path)
}
