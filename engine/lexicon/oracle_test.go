package lexicon

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"cfold/engine/text"
)

// The oracle is the lexicon as regular expressions. A JavaScript pattern without
// the u flag sees UTF-16 units; Go's sees runes. So a text is turned into one rune
// a unit, surrogates moved to a plane of their own, and what is found turned back.

const surrogates = 0x100000

func toUnits(s string) string {
	var b strings.Builder
	put := func(r rune) {
		if r >= 0xd800 && r < 0xe000 {
			r += surrogates
		}
		b.WriteRune(r)
	}
	for len(s) > 0 {
		r, size := text.DecodeRune(s)
		s = s[size:]
		if high, low := utf16.EncodeRune(r); r > 0xffff {
			put(high)
			put(low)
		} else {
			put(r)
		}
	}
	return b.String()
}

func isHigh(r rune) bool { return r >= surrogates+0xd800 && r < surrogates+0xdc00 }
func isLow(r rune) bool  { return r >= surrogates+0xdc00 && r < surrogates+0xe000 }

func fromUnits(units string) string {
	var b []byte
	runes := []rune(units)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case isHigh(r) && i+1 < len(runes) && isLow(runes[i+1]):
			i++
			r = utf16.DecodeRune(r-surrogates, runes[i]-surrogates)
		case isHigh(r) || isLow(r):
			r -= surrogates
		}
		b = text.AppendRune(b, r)
	}
	return string(b)
}

// sliceUnits is the slice helper on units.
func sliceUnits(units string, n int) string {
	runes := []rune(units)
	if len(runes) <= n {
		return units
	}
	if isHigh(runes[n-1]) && isLow(runes[n]) {
		n--
	}
	return string(runes[:n])
}

func trimUnits(units string) string { return strings.TrimFunc(units, text.IsSpace) }

// pattern compiles a pattern in which \s, \S and . mean what JavaScript's do and
// ‹word› stands for the word in any ASCII case.
func pattern(p string) *regexp.Regexp {
	const space = `\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	p = strings.NewReplacer(`\S`, `[^`+space+`]`, `[\s`, `[`+space, `\s`, `[`+space+`]`, `‹.›`, `[^\n\r\x{2028}\x{2029}]`).Replace(p)
	p = regexp.MustCompile(`‹[^›]*›`).ReplaceAllStringFunc(p, func(word string) string {
		var b strings.Builder
		for _, r := range strings.Trim(word, "‹›") {
			if r >= 'a' && r <= 'z' {
				b.WriteString(`[` + string(r) + strings.ToUpper(string(r)) + `]`)
			} else {
				b.WriteRune(r)
			}
		}
		return b.String()
	})
	return regexp.MustCompile(p)
}

const (
	jsExtensions = `tsx?|jsx?|mjs|cjs|json|md|css|svelte|rs|py|go|java|rb|ya?ml|toml|sh|env|log|conf|cfg|txt|sql|proto|lock`
	jsTools      = `npm|npx|pnpm|yarn|bun|node|git|docker|kubectl|make|cargo|go|python|python3|pytest|deno|uv|gh`
	jsMarker     = `(?:\b(?:[A-Z][A-Za-z]*(?:Error|Exception|Warning)|[Ee]rror|ERROR|FAIL|FAILED|FAILURE|` +
		`[Ff]aileds?|[Ff]ailures?|FATAL|[Ff]atal|PANIC|[Pp]anic|[Aa]borted|exception|Traceback|ENOENT|ECONNREFUSED)\b|` +
		`npm ERR!|Segmentation fault|core dumped|Permission denied|✗|✘)`
)

var (
	jsFile       = pattern(`\b[\w.-]+\.(?:` + jsExtensions + `)\b`)
	jsSource     = pattern(`(?:\A|\s)((?:\.{1,2}/|src/|lib/|app/|dist/|build/|test/|scripts?/)[\w./-]+)`)
	jsPrompt     = pattern(`(?:\A|[\n\r\x{2028}\x{2029}])\s*\$\s+(‹.›+)`)
	jsInvocation = pattern(`\b(?:` + jsTools + `)\s+\S[^\n.!?;]{0,60}`)
	jsError      = pattern(jsMarker + `[: ]*[^\n]{0,60}`)
	jsFrame      = pattern(`\sat\s+\S+\s*\(`)
	jsValue      = pattern(`\b(\w[\w.-]*)[ \t]*[:=][ \t]*(\S+)`)
	jsKeyword    = pattern(`^(?:the|and|for|this|that|with|from|true|false|null|const|let|var|type|return|import|export|function)$`)
	jsDecision   = pattern(`[^.!?\n]{0,200}\b(?:‹decided›|‹chose›|‹standardized on›|‹going with›|‹will use›|‹selected›|‹picked›)\b[^.!?\n]{0,200}`)

	jsPath         = pattern("(?:\\A|[\\s\"'`(=])((?:/|\\.{1,2}/|~/)?[\\w@.-]+(?:/[\\w@.-]+)+)")
	jsIndexFile    = pattern(`\b[\w.-]+\.(?:` + jsExtensions + `|jsonl|zig|c|h|cpp|hpp)\b`)
	jsIndexCommand = pattern(`\b(?:` + jsTools + `|zig|rg|fd|curl)\s+\S[^\n]{0,120}`)
	jsHex          = pattern(`\b(?:0x[0-9a-fA-F]{4,}|[0-9a-f]{8,}|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\b`)
	jsVersion      = pattern(`\b\d+(?:\.\d+){2,}[\w.-]*\b`)
	jsSymbol       = pattern(`\b[A-Za-z_$][\w$]{3,}\b`)
	jsNumber       = pattern(`\b\d{4,}\b`)
	jsInner        = pattern(`^.+[A-Z_$0-9]`)
	jsStopWord     = pattern(`^(?:‹true›|‹false›|‹null›|‹undefined›|‹return›|‹const›|‹import›|‹export›|‹async›|‹await›|` +
		`‹function›|‹string›|‹number›|‹boolean›|‹object›|‹array›|‹void›|‹never›|‹type›|‹interface›|‹class›|‹extends›|` +
		`‹implements›|‹this›|‹self›|‹super›|‹new›|‹throw›|‹catch›|‹error›|‹from›|‹with›)$`)
	jsWholeMarker = pattern(`^` + jsMarker + `$`)
	jsAnyMarker   = pattern(jsMarker)
)

// group gives group n of every match.
func group(p *regexp.Regexp, units string, n int) (found []string) {
	for _, m := range p.FindAllStringSubmatch(units, -1) {
		found = append(found, m[n])
	}
	return found
}

func oracleCategorize(s string) (b Buckets) {
	units := toUnits(s)
	var all []string
	add := func(bucket *[]string, value string) {
		value = fromUnits(sliceUnits(trimUnits(value), 80))
		if value != "" && len(*bucket) < 3 && !slices.Contains(all, value) {
			all = append(all, value)
			*bucket = append(*bucket, value)
		}
	}
	for _, v := range slices.Concat(group(jsFile, units, 0), group(jsSource, units, 1)) {
		add(&b.Paths, v)
	}
	for _, v := range slices.Concat(group(jsPrompt, units, 1), group(jsInvocation, units, 0)) {
		add(&b.Commands, v)
	}
	for _, v := range group(jsError, units, 0) {
		add(&b.Errors, sliceUnits(v, 60))
	}
	if jsFrame.MatchString(units) {
		add(&b.Errors, "stack trace")
	}
	for _, m := range jsValue.FindAllStringSubmatch(units, -1) {
		if n := len([]rune(m[2])); n > 2 && n < 60 && !jsKeyword.MatchString(strings.ToLower(m[1])) {
			add(&b.ExactValues, m[1]+"="+m[2])
		}
	}
	for _, v := range group(jsDecision, units, 0) {
		add(&b.Decisions, v)
	}
	return b
}

func oracleRiskLines(s string, maxLines, maxUnits int) (kept []string) {
	var errors, others, seen []string
	for line := range strings.SplitSeq(s, "\n") {
		line = text.Trim(line)
		if line == "" || slices.Contains(seen, line) {
			continue
		}
		seen = append(seen, line)
		b := oracleCategorize(line)
		cut := line
		if units := toUnits(line); len([]rune(units)) > 200 {
			cut = fromUnits(sliceUnits(units, 199)) + "…"
		}
		switch {
		case len(b.Errors) > 0:
			errors = append(errors, cut)
		case len(b.Paths)+len(b.Commands)+len(b.ExactValues)+len(b.Decisions) > 0:
			others = append(others, cut)
		}
	}
	total := 0
	for _, line := range slices.Concat(errors, others) {
		n := len([]rune(toUnits(line)))
		if len(kept) == maxLines || len(kept) > 0 && total+n > maxUnits {
			break
		}
		kept = append(kept, line)
		total += n + 1
	}
	return kept
}

// oracleHarvest is the harvest of one text.
func oracleHarvest(s string) (l Lists) {
	units := toUnits(s)
	add := func(list *[]string, value string, cut, limit int) {
		value = fromUnits(trimUnits(sliceUnits(value, cut)))
		if value != "" && len(*list) < limit && !slices.Contains(*list, value) {
			*list = append(*list, value)
		}
	}
	const uncut = 1 << 30
	for _, v := range group(jsPath, units, 1) {
		add(&l.Files, strings.TrimRight(v, ".,;:'\")`"), uncut, 32)
	}
	for _, v := range group(jsIndexFile, units, 0) {
		add(&l.Files, v, uncut, 32)
	}
	for _, v := range slices.Concat(group(jsPrompt, units, 1), group(jsIndexCommand, units, 0)) {
		add(&l.Commands, v, 200, 24)
	}
	for line := range strings.SplitSeq(units, "\n") {
		if jsAnyMarker.MatchString(line) {
			add(&l.Errors, trimUnits(line), 240, 24)
		}
	}
	symbols := slices.DeleteFunc(group(jsSymbol, units, 0), func(v string) bool {
		return !jsInner.MatchString(v) || jsStopWord.MatchString(v) || jsWholeMarker.MatchString(v)
	})
	for _, v := range slices.Concat(group(jsHex, units, 0), group(jsVersion, units, 0), symbols, group(jsNumber, units, 0)) {
		add(&l.Identifiers, v, uncut, uncut)
	}
	slices.SortStableFunc(l.Identifiers, func(a, b string) int { return len(b) - len(a) })
	l.Identifiers = l.Identifiers[:min(len(l.Identifiers), 64)]
	return l
}
