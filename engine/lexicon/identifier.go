package lexicon

import "strings"

// Classes of the bytes identifiers are made of; a run's are those of all its bytes.
const (
	digit    = 1 << iota
	lowHex   // a to f
	highHex  // A to F
	low      // the other lower-case letters
	high     // the other capitals
	score    // _
	dollar   // $
	anything = 0
)

var letters = func() (t [256]uint8) {
	for c := range t {
		switch b := byte(c); {
		case b >= '0' && b <= '9':
			t[c] = digit
		case b >= 'a' && b <= 'f':
			t[c] = lowHex
		case b >= 'A' && b <= 'F':
			t[c] = highHex
		case b >= 'a' && b <= 'z':
			t[c] = low
		case b >= 'A' && b <= 'Z':
			t[c] = high
		case b == '_':
			t[c] = score
		case b == '$':
			t[c] = dollar
		default:
			t[c] = anything
		}
	}
	return t
}()

// Shapes of identifiers, in the order in which a text is searched for them.
const (
	hexShape = iota
	versionShape
	symbolShape
	numberShape
	shapes
)

// identifiers is one pass over a text for all shapes.
type identifiers struct {
	text string
	// found takes the matches of over floor bytes; no other is worth it.
	found *[shapes]longest
	floor int
	// Where the search for the next hex-ish word and version goes on: their
	// matches span words.
	hexFrom, versionFrom int
}

func (d *identifiers) scan() {
	s := d.text
	for i := 0; i < len(s); {
		if letters[s[i]] == anything {
			i++
			continue
		}
		start, all := i, uint8(0)
		for i < len(s) && letters[s[i]] != anything {
			all |= letters[s[i]]
			i++
		}
		if all&dollar != 0 {
			d.dollarRun(start, i)
			continue
		}
		d.word(start, i, all)
		d.symbol(start, i)
	}
}

// dollarRun handles a run of [\w$] with a $ in it: its words one by one, and the
// one symbol it may be. \b does not hold between two $ nor between one and the end,
// so the symbol goes from the first letter, or $ after a word, to the last word
// character.
func (d *identifiers) dollarRun(start, end int) {
	s := d.text
	symbol := -1
	for i := start; i < end; {
		if s[i] == '$' {
			if symbol < 0 && wordBefore(s, i) {
				symbol = i
			}
			i++
			continue
		}
		if symbol < 0 && letters[s[i]]&digit == 0 {
			symbol = i
		}
		first, all := i, uint8(0)
		for i < end && s[i] != '$' {
			all |= letters[s[i]]
			i++
		}
		d.word(first, i, all)
	}
	if symbol >= 0 {
		d.symbol(symbol, symbol+len(strings.TrimRight(s[symbol:end], "$")))
	}
}

// word handles a word whose bytes are of the classes all.
func (d *identifiers) word(start, end int, all uint8) {
	s, n := d.text, end-start
	if start >= d.hexFrom {
		switch {
		case n >= 6 && s[start] == '0' && s[start+1] == 'x' && isHex(s[start+2:end]),
			n >= 8 && all&^(digit|lowHex) == 0:
			d.add(hexShape, start, end)
		case n == 8 && all&^(digit|lowHex|highHex) == 0 && isUUID(s[start:]):
			d.hexFrom = start + uuidLength
			d.add(hexShape, start, d.hexFrom)
		}
	}
	if all != digit {
		return
	}
	if n >= 4 {
		d.add(numberShape, start, end)
	}
	if start >= d.versionFrom {
		if stop := versionEnd(s, end); stop > 0 {
			d.versionFrom = stop
			d.add(versionShape, start, stop)
		}
	}
}

func (d *identifiers) add(shape, start, end int) {
	if end-start > d.floor {
		d.found[shape].add(d.text[start:end])
	}
}

// symbol takes the run of [\w$] unless it begins with a digit, is short, has
// nothing but lower-case letters after its first character, or is a word that says
// nothing or that error lines hold anyway.
func (d *identifiers) symbol(start, end int) {
	if end-start < 4 || end-start <= d.floor || letters[d.text[start]]&digit != 0 {
		return
	}
	s, inner := d.text[start:end], uint8(0)
	for i := 1; i < len(s); i++ {
		inner |= letters[s[i]]
	}
	if inner&^(low|lowHex) != 0 && !isStopWord(s) && !isMarker(s) {
		d.found[symbolShape].add(s)
	}
}

const longestStopWord = 10

func isStopWord(s string) bool {
	if len(s) > longestStopWord {
		return false
	}
	switch strings.ToLower(s) {
	case "true", "false", "null", "undefined", "return", "const", "import", "export", "async", "await",
		"function", "string", "number", "boolean", "object", "array", "void", "never", "type", "interface",
		"class", "extends", "implements", "this", "self", "super", "new", "throw", "catch", "error",
		"from", "with":
		return true
	}
	return false
}

func isHex(s string) bool {
	for i := range len(s) {
		if letters[s[i]]&(digit|lowHex|highHex) == 0 {
			return false
		}
	}
	return true
}

const uuidLength = 8 + 1 + 4 + 1 + 4 + 1 + 4 + 1 + 12

// isUUID reports whether s begins with a UUID that ends at a word boundary.
func isUUID(s string) bool {
	return len(s) >= uuidLength && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' &&
		isHex(s[:8]) && isHex(s[9:13]) && isHex(s[14:18]) && isHex(s[19:23]) && isHex(s[24:uuidLength]) &&
		!wordAt(s, uuidLength)
}

// versionEnd is the end of the version whose first number ends at i: at least two
// more numbers, each after a dot, then [\w.-]* up to the last word character. 0 if
// there is none.
func versionEnd(s string, i int) int {
	for range 2 {
		if i == len(s) || s[i] != '.' {
			return 0
		}
		first := i + 1
		for i = first; i < len(s) && letters[s[i]] == digit; {
			i++
		}
		if i == first {
			return 0
		}
	}
	return i + len(strings.TrimRight(s[i:run(s, i, word|mark)], ".-"))
}
