package lexicon

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// samples are texts of the kinds tools print, each of about n bytes.
func samples(n int) map[string]string {
	rnd := rand.New(rand.NewSource(1))
	words := strings.Fields(`the frame of that state was written to data after a block had been read again
		and no later turn has called for it so what remains says where its content can be found`)
	fill := func(line func(i int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			b.WriteString(line(i))
		}
		return b.String()
	}
	prose := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[rnd.Intn(len(words))] + " ")
		}
		return b.String()
	}
	return map[string]string{
		"code": fill(func(i int) string {
			return fmt.Sprintf("\tconst view%d = await frame(block, { limit: %d });\n\tif (!view) {\n\t\treturn layer;\n\t}\n", i, rnd.Intn(9999))
		}),
		"log": fill(func(i int) string {
			return fmt.Sprintf("2026-01-02T03:04:%02d.%03dZ info worker-%d handled %d rows in %d ms\n", i%60, rnd.Intn(1000), rnd.Intn(8), rnd.Intn(500), rnd.Intn(90))
		}),
		"seq":      fill(func(i int) string { return fmt.Sprintln(i + 1) }),
		"prose":    fill(func(int) string { return prose(14) + "\n" }),
		"minified": fill(func(i int) string { return fmt.Sprintf("function t%d(e,n){return e.v?n(e.v):%d}var r%d=t;", i, i, i) }),
		"cjk":      fill(func(int) string { return "折りたたまれた層は台帳に残る、必要なら戻せる。\n" }),
	}
}

var sampleNames = []string{"code", "log", "seq", "prose", "minified", "cjk"}

func eachSample(b *testing.B, n int, work func(s string)) {
	texts := samples(n)
	for _, name := range sampleNames {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(texts[name])))
			b.ReportAllocs()
			for b.Loop() {
				work(texts[name])
			}
		})
	}
}

func BenchmarkRiskLines(b *testing.B) {
	eachSample(b, 30_000, func(s string) { RiskLines(s, 6, 400) })
}

func BenchmarkCategorize(b *testing.B) {
	eachSample(b, 30_000, func(s string) { Categorize(s) })
}

func BenchmarkHarvest(b *testing.B) {
	var h Harvest
	eachSample(b, 30_000, func(s string) {
		h.Reset()
		h.AddFiles(s)
		h.AddCommands(s)
		h.AddErrors(s)
		h.AddIdentifiers(s)
	})
}
