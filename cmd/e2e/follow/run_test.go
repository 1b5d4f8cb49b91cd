package follow

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/project"
	"cfold/cmd/e2e/provider"
	"cfold/cmd/e2e/term"
	"cfold/watch/link"
)

// window is the size of the model's window in tokens: small, so that folds come often.
const window = 60_000

// The panes' sizes in cells.
const piWidth, width, height = 79, 140, 40

// run is a Pi linked in engine mode, at a scripted provider, with a project to work on.
type run struct {
	*pi.Home
	t       testing.TB
	program string
	server  *provider.Server
	project project.Project
}

func newRun(t testing.TB) *run {
	t.Helper()
	in := pi.Get(t, pi.Current)
	server := provider.Start(t, provider.Config{Caching: provider.ReadsAndWrites})
	r := &run{Home: pi.NewHome(t, in, server.URL(), window), t: t, program: e2e.Build(t), server: server}
	var err error
	if r.project, err = project.Make(r.Cwd, 3); err != nil {
		t.Fatal(err)
	}
	version := strings.TrimSpace(strings.TrimPrefix(r.output("--version"), "cfold-tui "))
	if _, err := link.Install(r.Agent, r.program, version); err != nil {
		t.Fatal(err)
	}
	return r
}

// output is what the program prints beside Pi.
func (r *run) output(args ...string) string {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), e2e.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, r.program, args...)
	cmd.Dir, cmd.Env = r.Cwd, r.Env("TERM="+term.DefaultTERM, "CLICOLOR_FORCE=1")
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		r.t.Fatalf("%s: %v\n%s", args, err, &msg)
	}
	return out.String()
}

// once is the screen as a program that starts now draws it.
func (r *run) once(path string) term.Screen {
	r.t.Helper()
	return term.Screen(strings.TrimSuffix(ansi.Strip(r.output("--once", "140x40", path)), "\n"))
}

// path is that of the only session there is, empty before it is there.
func (r *run) path() string {
	r.t.Helper()
	switch paths := r.Sessions(); len(paths) {
	case 0:
		return ""
	case 1:
		return paths[0]
	default:
		r.t.Fatalf("%d sessions, want one: %q", len(paths), paths)
		return ""
	}
}

// unfold is a step of the model's that unfolds a block.
func unfold(code string) provider.Step {
	return provider.Step{Tools: []provider.Tool{{Name: "unfold", Input: map[string]any{"codes": []string{code}}}}}
}

// sent is the codes of the blocks that stand as digests in the newest request.
func (r *run) sent() map[string]bool {
	r.t.Helper()
	requests := r.server.Requests()
	messages, err := requests[len(requests)-1].Messages()
	if err != nil {
		r.t.Fatal(err)
	}
	codes := map[string]bool{}
	for _, raw := range messages {
		var m struct{ Content any }
		if err := json.Unmarshal(raw, &m); err != nil {
			r.t.Fatal(err)
		}
		gather(codes, m.Content)
	}
	return codes
}

// gather collects the codes of all texts that begin with a tag.
func gather(codes map[string]bool, v any) {
	switch v := v.(type) {
	case string:
		if code, _, ok := strings.Cut(v, " FOLDED} "); ok && strings.HasPrefix(code, "{#") {
			codes[code[2:]] = true
		}
	case []any:
		for _, x := range v {
			gather(codes, x)
		}
	case map[string]any:
		for _, x := range v {
			gather(codes, x)
		}
	}
}
