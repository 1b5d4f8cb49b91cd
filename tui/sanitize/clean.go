package sanitize

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"cfold/engine/text"
)

// MaxMarks is how many combining marks one base may carry. More are counted
// behind it, as ‹+12›.
const MaxMarks = 4

// tabWidth is the distance of tab stops in cells.
const tabWidth = 8

// cleaner turns code points into the bytes of a Safe. The zero value, with tabs
// set, is ready.
type cleaner struct {
	out  []byte
	tabs bool // tabs run to the next stop; else each is one space

	base   rune  // what marks may sit on; 0 where there is nothing
	marks  int   // marks kept on base
	excess int   // marks left off it
	spent  class // the last thing dropped after base; plain where nothing was
	flag   bool  // the first half of a flag stands open

	column   int // cells of out[:measured]
	measured int
}

// write cleans s until out is longer than limit bytes, all of it when limit is 0.
func (c *cleaner) write(s string, limit int) {
	i := 0
	for i < len(s) && (limit == 0 || len(c.out) <= limit) {
		if n := printable(s[i:]); n > 0 {
			if limit > 0 {
				n = min(n, limit+1-len(c.out))
			}
			c.settle(plain)
			c.out = append(c.out, s[i:i+n]...)
			c.hold(rune(s[i+n-1]))
			i += n
			continue
		}
		r, size := text.DecodeRune(s[i:])
		if r >= 0xd800 && r <= 0xdfff {
			r = utf8.RuneError
		}
		cl := classify(r)
		c.settle(cl)
		c.rune(r, cl)
		i += size
	}
	c.settle(forbidden)
}

// printable is the length of the printable ASCII at the start of s.
func printable(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i]-0x20 >= 0x5f {
			return i
		}
	}
	return len(s)
}

// settle closes what a code point of class cl does not continue: an open flag,
// marks beyond the bound.
func (c *cleaner) settle(cl class) {
	if c.flag && cl != regional {
		c.out = append(c.out, "›"...)
		c.flag = false
	}
	if c.excess > 0 && cl != mark {
		c.out = fmt.Appendf(c.out, "‹+%d›", c.excess)
		c.excess = 0
		c.drop()
	}
}

// hold notes r as written and able to carry marks; a space carries none.
func (c *cleaner) hold(r rune) {
	c.base, c.marks, c.spent = r, 0, plain
	if r == ' ' {
		c.base = 0
	}
}

// drop notes that what was written last carries nothing.
func (c *cleaner) drop() { c.hold(0) }

func (c *cleaner) keep(r rune) {
	c.out = utf8.AppendRune(c.out, r)
	c.hold(r)
}

func (c *cleaner) rune(r rune, cl class) {
	switch cl {
	case plain:
		c.keep(r)
	case control:
		c.control(r)
	case mark:
		c.mark(r)
	case spacing:
		c.spacing(r)
	case tone, selector, joiner:
		if cl > c.spent && c.takes(cl) {
			c.spent = cl
		} else {
			c.escape(r)
		}
	case regional:
		c.regional(r)
	case jamo:
		c.jamo(r)
	default:
		c.escape(r)
	}
}

// takes reports whether something of class cl has a meaning after the base
// written last and may be dropped there. In any other place it is hidden matter
// and is shown.
func (c *cleaner) takes(cl class) bool {
	b := c.base
	switch cl {
	case tone:
		return pictograph(b)
	case selector:
		return b >= 0xa0 || b >= '0' && b <= '9' || b == '#' || b == '*'
	default:
		return b >= 0x590
	}
}

func (c *cleaner) control(r rune) {
	switch {
	case r == '\t' && c.tabs:
		// Widths of parts add up, so only what is new is measured.
		c.column += Width(Safe(c.out[c.measured:]))
		n := tabWidth - c.column%tabWidth
		c.out = append(c.out, "        "[:n]...)
		c.column, c.measured = c.column+n, len(c.out)
	case r == '\t':
		c.out = append(c.out, ' ')
	case r == '\n':
		c.out = append(c.out, "␤"...)
	case r == 0x7f:
		c.out = append(c.out, "␡"...)
	default:
		c.out = utf8.AppendRune(c.out, 0x2400+r)
	}
	c.drop()
}

func (c *cleaner) mark(r rune) {
	switch {
	case c.base == 0:
		c.escape(r)
	case c.marks == MaxMarks:
		c.excess++
	default:
		c.out = utf8.AppendRune(c.out, r)
		c.marks++
	}
}

func (c *cleaner) spacing(r rune) {
	s := standIn(r)
	if s == "" {
		c.escape(r)
		return
	}
	for _, p := range s {
		if classify(p) == mark {
			c.mark(p)
		} else {
			c.settle(plain)
			c.keep(p)
		}
	}
}

func (c *cleaner) regional(r rune) {
	letter := byte('A' + r - 0x1f1e6)
	if c.flag {
		c.out = append(c.out, letter)
		c.out = append(c.out, "›"...)
		c.flag = false
	} else {
		c.out = append(c.out, "‹"...)
		c.out = append(c.out, letter)
		c.flag = true
	}
	c.drop()
}

// jamo composes r with the syllable or leading consonant before it. A leading
// consonant is written as its letter until a vowel follows, so that it stands
// well alone.
func (c *cleaner) jamo(r rune) {
	if s, ok := compose(c.base, r); ok && c.marks == 0 {
		_, size := utf8.DecodeLastRune(c.out)
		c.out = c.out[:len(c.out)-size]
		c.keep(s)
		return
	}
	if r >= 0x1100 && r < 0x1100+19 {
		c.keep(leads[r-0x1100])
		c.base = r
		return
	}
	c.escape(r)
}

// leads are the letters of the leading consonants from U+1100 on.
var leads = [19]rune([]rune("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"))

func (c *cleaner) escape(r rune) {
	c.out = append(c.out, "‹"...)
	if name, ok := names[r]; ok {
		c.out = append(c.out, name...)
	} else {
		c.out = append(c.out, "U+"...)
		hex := strconv.FormatInt(int64(r), 16)
		for n := len(hex); n < 4; n++ {
			c.out = append(c.out, '0')
		}
		for _, d := range []byte(hex) {
			if d >= 'a' {
				d -= 'a' - 'A'
			}
			c.out = append(c.out, d)
		}
	}
	c.out = append(c.out, "›"...)
	c.drop()
}
