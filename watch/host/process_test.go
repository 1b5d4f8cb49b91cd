package host

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// envWait makes the test binary a process that waits for its input to end.
const envWait = "HOST_TEST_WAIT"

func TestMain(m *testing.M) {
	if os.Getenv(envWait) != "" {
		os.Stdout.WriteString("here\n")
		io.Copy(io.Discard, os.Stdin)
		return
	}
	os.Exit(m.Run())
}

// process lays out one process below a made-up /proc.
func process(t *testing.T, root, pid, exe, cwd string, args ...string) {
	t.Helper()
	dir := filepath.Join(root, pid)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"exe": exe, "cwd": cwd} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for name, text := range map[string]string{
		"cmdline": strings.Join(args, "\x00") + "\x00",
		"environ": "HOME=/h\x00PATH=/opt/bin:/bin\x00",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPiIsRecognised(t *testing.T) {
	const cwd = "/home/u/project"
	cli := "/usr/lib/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js"
	cases := []struct {
		name, exe string
		args      []string
		want      bool
	}{
		{"its title set, the rest of the old line blank", "/usr/bin/node", []string{"pi", "", "", "", ""}, true},
		{"rpc", "/usr/bin/node", []string{"pi-rpc", "", ""}, true},
		{"updated while running", "/usr/bin/node (deleted)", []string{"pi", ""}, true},
		{"starting", "/usr/bin/node", []string{"node", "--no-warnings", cli, "-p", "hello"}, true},
		{"starting by its link", "/usr/bin/node", []string{"node", "/usr/bin/pi", "-c"}, true},
		{"compiled", "/opt/pi/pi", []string{"/opt/pi/pi"}, true},
		{"another script", "/usr/bin/node", []string{"node", "server.js", "pi"}, false},
		{"an editor on its source", "/usr/bin/vim", []string{"vim", cli}, false},
		{"a wrapper that waits for it", "/usr/bin/timeout", []string{"timeout", "9", "/usr/bin/pi"}, false},
		{"another program of its title", "/usr/bin/python3", []string{"pi"}, false},
		{"a kernel thread", "", []string{""}, false},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			process(t, root, "self", "/bin/me", "/")
			process(t, root, "41", test.exe, cwd, test.args...)
			process(t, root, "42", "/bin/sh", cwd, "sh")
			state, list := Under(root).PiIn(cwd)
			if got := state == Running; got != test.want || state == Unknown {
				t.Fatalf("state %v, list %v", state, list)
			}
			if test.want && (list[0] != Process{PID: 41, Cwd: cwd, Path: "/opt/bin:/bin"}) {
				t.Errorf("found %+v", list[0])
			}
			if state, _ := Under(root).PiIn("/elsewhere"); state != None {
				t.Errorf("elsewhere: %v", state)
			}
		})
	}
}

func TestUnknownWithoutProcesses(t *testing.T) {
	for _, root := range []string{"", filepath.Join(t.TempDir(), "none"), t.TempDir()} {
		if state, list := Under(root).PiIn("/"); state != Unknown || list != nil {
			t.Errorf("%q: %v %v", root, state, list)
		}
	}
}

func TestRealProcess(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are seen on Linux only")
	}
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pi := filepath.Join(dir, "pi")
	binary, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pi, binary, 0o700); err != nil {
		t.Fatal(err)
	}
	if state, list := Here().PiIn(dir); state != None {
		t.Fatalf("before: %v %v", state, list)
	}
	cmd := exec.Command(pi)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), envWait+"=1", "PATH=/somewhere")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	state, list := Here().PiIn(dir)
	if state != Running || len(list) != 1 || list[0].PID != cmd.Process.Pid || list[0].Path != "/somewhere" {
		t.Errorf("while it runs: %v %v", state, list)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if state, list := Here().PiIn(dir); state != None {
		t.Errorf("after: %v %v", state, list)
	}
}
