package settings

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cfold/engine/text"
)

// Value is a knob's value: a finite number or a word.
type Value struct {
	number float64
	word   string
}

// Number is a numeric value.
func Number(n float64) Value { return Value{number: n} }

// Word is a value that is one of a few words.
func Word(w string) Value { return Value{word: w} }

// Float is the number, 0 for a word.
func (v Value) Float() float64 { return v.number }

// Word is the word, empty for a number.
func (v Value) Word() string { return v.word }

// String is the word, or the number as JavaScript prints it.
func (v Value) String() string {
	if v.word != "" {
		return v.word
	}
	// encoding/json prints finite numbers by the rule of ECMAScript.
	b, err := json.Marshal(v.number)
	if err != nil {
		return strconv.FormatFloat(v.number, 'g', -1, 64)
	}
	return string(b)
}

// MarshalJSON gives a JSON number or string, as the settings file holds it.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.word != "" {
		return json.Marshal(v.word)
	}
	return json.Marshal(v.number)
}

// Parse reads a value for the key as typed, as the environment gives it or as a
// saved string. The error is one line: what is wrong and what is accepted.
func Parse(key, input string) (Value, error) {
	k, err := Lookup(key)
	if err != nil {
		return Value{}, err
	}
	return k.Parse(input)
}

// Parse reads a value for the knob. White space around it is no matter; numbers
// are read as JavaScript reads them, so 2e4 and 0x10 are numbers; words count in
// any case, but off for a number is written small.
func (k Knob) Parse(input string) (Value, error) {
	s := text.Trim(input)
	if s == "" {
		return Value{}, fmt.Errorf("%s: nothing given; give %s", k.label(), k.Accepts())
	}
	v, ok := k.read(s)
	if !ok {
		return Value{}, fmt.Errorf("%s: %q is not accepted; give %s", k.label(), shorten(s), k.Accepts())
	}
	return v, nil
}

func (k Knob) read(s string) (Value, bool) {
	if k.Kind == Choice {
		w := strings.ToLower(s)
		return Word(w), slices.Contains(k.Choices, w)
	}
	if k.Off && s == "off" {
		return Number(0), true
	}
	n, ok := number(s)
	if !ok {
		return Value{}, false
	}
	switch k.Kind {
	case Fraction:
		ok = n > 0 && n <= 1
	case Whole:
		n = math.Floor(n)
		ok = n > 0
	default:
		ok = n >= 0
		n = math.Abs(n) // −0 is 0
	}
	return Number(n), ok
}

// decimal is JavaScript's decimal literal, sign included.
var decimal = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

var radix = regexp.MustCompile(`^0(?:[xX]([0-9a-fA-F]+)|[oO]([0-7]+)|[bB]([01]+))$`)

// number reads a trimmed string as JavaScript's Number does, finite ones only.
func number(s string) (float64, bool) {
	if decimal.MatchString(s) {
		n, _ := strconv.ParseFloat(s, 64) // out of range gives ±Inf
		return n, !math.IsInf(n, 0)
	}
	digits := radix.FindStringSubmatch(s)
	if digits == nil {
		return 0, false
	}
	for i, base := range []int{16, 8, 2} {
		if d := digits[i+1]; d != "" {
			whole, _ := new(big.Int).SetString(d, base)
			n, _ := new(big.Float).SetInt(whole).Float64()
			return n, !math.IsInf(n, 0)
		}
	}
	return 0, false
}

// shorten keeps what a message quotes to a readable length.
func shorten(s string) string { return text.Clip(s, 40) }
