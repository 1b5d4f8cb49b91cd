package clip

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func environment(pairs ...string) func(string) string {
	return func(key string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == key {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestOSC52(t *testing.T) {
	const text = "a\x1b]0;x\x07\nb\xed\xa0\x80"
	want := base64.StdEncoding.EncodeToString([]byte("a\x1b]0;x\x07\nb\ufffd"))
	var out bytes.Buffer
	sent, err := Copy(context.Background(), text, Target{Getenv: environment(), Terminal: &out})
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != "\x1b]52;c;"+want+"\x07" {
		t.Errorf("wrote %q", out.String())
	}
	if sent.String() != "sent 12 B to the terminal (OSC 52)" {
		t.Errorf("says %q", sent)
	}

	out.Reset()
	if _, err := Copy(context.Background(), text, Target{Getenv: environment("STY", "1.pts"), Terminal: &out}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "\x1bP\x1b]52;c;") || !strings.HasSuffix(out.String(), "\x1b\\") {
		t.Errorf("in screen wrote %q", out.String())
	}
}

func TestLimits(t *testing.T) {
	var out bytes.Buffer
	to := Target{Getenv: environment(), Terminal: &out}
	if _, err := Copy(context.Background(), "", to); !errors.Is(err, ErrEmpty) {
		t.Errorf("nothing: %v", err)
	}
	if _, err := Copy(context.Background(), strings.Repeat("x", MaxOSC52), to); err != nil {
		t.Errorf("longest: %v", err)
	}
	if n := base64.StdEncoding.EncodedLen(MaxOSC52); n > 100_000 || out.Len() < n {
		t.Errorf("%d bytes of base64, %d written", n, out.Len())
	}
	out.Reset()
	var long *TooLongError
	if _, err := Copy(context.Background(), strings.Repeat("x", MaxOSC52+1), to); !errors.As(err, &long) || long.Max != MaxOSC52 {
		t.Errorf("too long: %v", err)
	}
	to.Getenv = environment("TMUX", "x")
	if _, err := Copy(context.Background(), strings.Repeat("x", MaxTmux+1), to); !errors.As(err, &long) || long.Max != MaxTmux {
		t.Errorf("too long for tmux: %v", err)
	}
	if out.Len() != 0 {
		t.Errorf("a refused copy wrote %d bytes", out.Len())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestErrorsAreReported(t *testing.T) {
	if _, err := Copy(context.Background(), "x", Target{Getenv: environment(), Terminal: broken{}}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("closed terminal: %v", err)
	}
	to := Target{Getenv: environment("TMUX", "x"), Tmux: filepath.Join(t.TempDir(), "absent")}
	if _, err := Copy(context.Background(), "x", to); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no tmux: %v", err)
	}
}

// In a real tmux the text arrives in the buffer byte for byte.
func TestTmuxBuffer(t *testing.T) {
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		t.Skip("no tmux here")
	}
	socket := filepath.Join(t.TempDir(), "tmux")
	run := func(args ...string) []byte {
		t.Helper()
		cmd := exec.Command(tmux, append([]string{"-S", socket, "-f", os.DevNull}, args...)...)
		cmd.Env = append(os.Environ(), "TERM=xterm-256color")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %v: %v: %s", args, err, out)
		}
		return out
	}
	run("new-session", "-d", "exec sleep 600")
	t.Cleanup(func() { run("kill-server") })
	// The child finds its server as it does inside a pane.
	t.Setenv("TMUX", strings.TrimSpace(string(run("display", "-p", socket+",#{pid},0"))))

	text := "first\n\x1b[31m日本 \"quoted\" $HOME\t\r\n" + strings.Repeat("0123456789abcdef", 1<<16)
	var out bytes.Buffer
	sent, err := Copy(context.Background(), text, Target{Getenv: os.Getenv, Terminal: &out})
	if err != nil {
		t.Fatal(err)
	}
	if got := run("show-buffer"); string(got) != text {
		t.Errorf("the buffer holds %d bytes, want %d", len(got), len(text))
	}
	if out.Len() != 0 || sent.Bytes != len(text) || !strings.Contains(sent.Via, "tmux") {
		t.Errorf("%v, %d bytes to the terminal", sent, out.Len())
	}

	t.Setenv("TMUX", fmt.Sprintf("%s,1,0", filepath.Join(t.TempDir(), "gone")))
	if _, err := Copy(context.Background(), text, Target{Getenv: os.Getenv, Terminal: &out}); err == nil || out.Len() != 0 {
		t.Errorf("server gone: %v", err)
	}
}
