package link

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"cfold/cmd/e2e"
	"cfold/cmd/e2e/pi"
	"cfold/watch/link"
)

// Versions of what the extension is checked with. The types of Node are those of the oldest line that Pi runs on.
const (
	typescript = "5.9.3"
	nodeTypes  = "22.20.7"
)

// The extension, as it is installed, is right by the strictest rules of TypeScript and by Pi's own declarations.
func TestTheExtensionKeepsToPisTypes(t *testing.T) {
	t.Parallel()
	in := pi.Get(t, pi.Current)
	tools := compiler(t)
	agent := t.TempDir()
	path, err := link.Install(agent, "cfold-tui", "test")
	if err != nil {
		t.Fatal(err)
	}
	config := map[string]any{
		"include": []string{filepath.Dir(path)},
		"compilerOptions": map[string]any{
			"strict": true, "noEmit": true, "noUnusedLocals": true, "noUnusedParameters": true, "noFallthroughCasesInSwitch": true,
			"noImplicitReturns": true, "verbatimModuleSyntax": true, "allowImportingTsExtensions": true,
			// As Pi's loader does it: modules by their files' names, and no checks of other people's declarations.
			"target": "es2023", "lib": []string{"es2023"}, "module": "preserve", "moduleResolution": "bundler", "skipLibCheck": true,
			"typeRoots": []string{filepath.Join(tools, "@types")}, "types": []string{"node"},
			"paths": map[string][]string{"@earendil-works/pi-coding-agent": {filepath.Join(in.Package, "dist", "index.d.ts")}},
		},
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "wrong.ts"), []byte(wrong), 0o644); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(agent, "tsconfig.json")
	if err := os.WriteFile(project, data, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(in.Node, filepath.Join(tools, "typescript", "bin", "tsc"), "-p", project).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// An event that Pi does not have has to be found, or the compiler complains: it shows that Pi's declarations are read.
const wrong = `import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
// @ts-expect-error
export const f = (pi: ExtensionAPI) => pi.on("no_such_event", () => {});
`

// compiler is the folder of packages that hold TypeScript and the types of Node, installed unless the cache folder has it.
func compiler(t *testing.T) string {
	t.Helper()
	e2e.Require(t, "npm")
	cache, err := e2e.CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "typescript-"+typescript+"-node-"+nodeTypes)
	err = e2e.Locked(dir+".lock", func() error {
		if _, err := os.Stat(dir); err == nil {
			return nil
		}
		part := dir + ".part"
		args := []string{"install", "--prefix", part, "--no-package-lock", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error",
			"typescript@" + typescript, "@types/node@" + nodeTypes}
		if out, err := exec.Command("npm", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("npm install: %w\n%s", err, out)
		}
		return os.Rename(part, dir)
	})
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "node_modules")
}
