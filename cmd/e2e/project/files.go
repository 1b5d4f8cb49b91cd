package project

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Project is a folder that has been filled.
type Project struct {
	Dir     string
	Sources []string // relative paths of the source files, sorted
}

// The files that every project has beside its sources, by relative path.
const (
	Notes   = "docs/notes.md"        // prose, long enough to be read in parts
	Unicode = "docs/unicode.txt"     // wide, joined, combining, bidirectional and invisible characters
	Hostile = "docs/ansi.txt"        // escape sequences that must never reach a terminal
	Bundle  = "lib/bundle.min.js"    // 30 kB in one line
	Shot    = "docs/shot.png"        // an image
	Failing = "tests/fail.sh"        // prints failing tests and exits with 1
	Missing = "docs/not-written.txt" // not there
)

// words is the vocabulary of names and prose.
var words = strings.Fields("parser lexer token cursor buffer window ledger frame socket router cache policy budget index " +
	"shard replica quorum lease commit digest anchor layer gauge session branch handle packet stream filter scheduler " +
	"worker retry backoff metric span trace event")

// writer makes contents from a seed.
type writer struct{ *rand.Rand }

func (w writer) word() string { return words[w.IntN(len(words))] }

// ident is a name in camel case.
func (w writer) ident() string {
	title := func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
	return w.word() + title(w.word()) + title(w.word())
}

// phrase is n words.
func (w writer) phrase(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = w.word()
	}
	return strings.Join(out, " ")
}

// Make fills the folder, which is there, with the files of a seed.
func Make(dir string, seed uint64) (Project, error) {
	w := writer{rand.New(rand.NewPCG(seed, 1))}
	p := Project{Dir: dir}
	files := map[string][]byte{}
	for range 8 {
		files[fmt.Sprintf("src/%s.py", w.ident())] = w.python(8 + w.IntN(50))
	}
	for range 5 {
		files[fmt.Sprintf("lib/%s.ts", w.ident())] = w.typescript(8 + w.IntN(40))
	}
	for path := range files {
		p.Sources = append(p.Sources, path)
	}
	slices.Sort(p.Sources)
	files[Notes], files[Bundle], files[Failing] = w.notes(), w.bundle(), w.failing()
	files[Unicode] = []byte(strings.Repeat(unicodeLines, 20))
	files[Hostile] = []byte(strings.Repeat(hostileLines, 8))
	shot, err := w.shot()
	if err != nil {
		return Project{}, err
	}
	files[Shot] = shot
	for path, data := range files {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return Project{}, err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return Project{}, err
		}
	}
	return p, nil
}

// python is a source file of n functions.
func (w writer) python(n int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\"\"\"%s.\"\"\"\nimport os, sys, json\n\nMAX_%s = %d\n\n", w.phrase(6), strings.ToUpper(w.word()), 1000+w.IntN(900000))
	for range n {
		fmt.Fprintf(&b, "def %s(self, %s, limit=%d):\n", w.ident(), w.word(), 2+w.IntN(9000))
		fmt.Fprintf(&b, "    \"\"\"Return the %s of a %s.\"\"\"\n", w.word(), w.word())
		fmt.Fprintf(&b, "    %s = %s_map.get(%q, %#x)\n", w.word(), w.word(), w.ident(), 1<<20+w.IntN(1<<30))
		fmt.Fprintf(&b, "    if %s > limit:\n        raise ValueError(\"%s over limit: %%d\" %% limit)\n", w.word(), w.word())
		fmt.Fprintf(&b, "    return %s\n\n", w.word())
	}
	return b.Bytes()
}

// typescript is a source file of n functions.
func (w writer) typescript(n int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "import { %s } from './%s.js';\n", w.ident(), w.word())
	for range n {
		fmt.Fprintf(&b, "export async function %s(%s: string, %s?: number): Promise<void> {\n", w.ident(), w.word(), w.word())
		fmt.Fprintf(&b, "  const %s = await %s(%s, { timeout: %d });\n", w.word(), w.ident(), w.word(), 100+w.IntN(60000))
		fmt.Fprintf(&b, "  if (!%s) throw new Error(`Failed to open ${%s}`);\n}\n\n", w.word(), w.word())
	}
	return b.Bytes()
}

func (w writer) notes() []byte {
	var b bytes.Buffer
	for range 40 {
		fmt.Fprintf(&b, "## %s\n\n", w.phrase(3))
		for range 6 {
			fmt.Fprintf(&b, "%s. ", w.phrase(9))
		}
		b.WriteString("\n\n")
	}
	return b.Bytes()
}

func (w writer) bundle() []byte {
	var b bytes.Buffer
	b.WriteString("!function(e,t){")
	for b.Len() < 30_000 {
		fmt.Fprintf(&b, "var %s=%d;", w.ident(), 1+w.IntN(1e9))
	}
	b.WriteString("}();")
	return b.Bytes()
}

// failing is a shell script that prints a test run.
func (w writer) failing() []byte {
	var b bytes.Buffer
	for i := range 14 {
		name := w.ident()
		if i%3 != 0 {
			fmt.Fprintf(&b, "echo 'ok %d - %s'\n", i+1, name)
			continue
		}
		fmt.Fprintf(&b, "echo 'not ok %d - %s'\necho 'AssertionError: %d != %d : %s' >&2\n", i+1, name, 1+w.IntN(99), 100+w.IntN(99), w.ident())
	}
	b.WriteString("echo 'FAILED (failures=5)'\nexit 1\n")
	return b.Bytes()
}

// shot is a small image of noise.
func (w writer) shot() ([]byte, error) {
	img := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	for i := range img.Pix {
		img.Pix[i] = byte(w.IntN(256)) | 0x0f
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

const unicodeLines = "日本語のテキスト：折りたたみ、層、台帳。\n" +
	"emoji \U0001F469\u200d\U0001F469\u200d\U0001F467 \U0001F1EF\U0001F1F5 cafe\u0301 naïve \u202ertl\u202c\n" +
	"wide ＦＵＬＬ width, zero\u200bwidth, nbsp\u00a0here, line\u2028separator\n" +
	"Ошибка: файл не найден (error 404)\n" +
	"𝔘𝔫𝔦𝔠𝔬𝔡𝔢 astral 𐍈\n"

const hostileLines = "\x1b[31mFAILED\x1b[0m tests/x.py::test_y - ValueError: boom\n" +
	"\x1b]0;owned title\aplain\n" +
	"\x1b]52;c;cHduZWQ=\aafter clipboard\n" +
	"progress 10%\rprogress 90%\rdone\n" +
	"\x1b[2J\x1b[Hcleared\n" +
	"bell\a nul\x00 end\n" +
	"\x9b31mC1 csi\n"
