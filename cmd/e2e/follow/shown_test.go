package follow

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cfold/cmd/e2e/pi"
	"cfold/cmd/e2e/term"
	"cfold/tui/format"
)

// The screen's rows from the top: two of the header, the fold bar, its label, the places, and then the panes up to a row
// of notices and one of keys.
const (
	headRow, factsRow, labelRow = 0, 1, 3
	bodyFrom, footRows          = 5, 2
)

// top is what the header and the label have to say of a session, one piece each.
func (f *figures) top() []string {
	list := []string{
		f.title,
		pi.Model,
		"window " + format.Tokens(window) + " (link)",
		format.Dollars(f.dollars),
		format.Count(len(f.layers), "layer"),
		fmt.Sprintf("%d folded", len(f.folded)),
		fmt.Sprintf("%d held", len(f.held)),
		"~" + format.Tokens(f.masked) + " masked",
		"cache " + ratio(f.last) + ", session " + ratio(f.all),
	}
	if f.used < 0 {
		return append(list, "not measured yet")
	}
	list[2] = format.Tokens(f.used) + " of " + list[2]
	list = append(list, format.Percent(float64(f.used)/window))
	if len(f.layers) > 0 {
		list = append(list, "net "+format.Signed(f.accrued-f.paid))
	}
	return list
}

// ratio is the hit ratio.
func ratio(u usage) string {
	return format.Percent(float64(u.CacheRead) / float64(u.CacheRead+u.Input))
}

// topOf is the pieces that the header and the label of a screen say.
func topOf(s term.Screen) []string {
	lines := s.Lines()
	title, state, _ := strings.Cut(strings.TrimSpace(lines[headRow]), "   ")
	pieces := []string{title, strings.TrimSpace(state)}
	for _, row := range []int{factsRow, labelRow} {
		pieces = append(pieces, strings.Split(strings.TrimSpace(lines[row]), " · ")...)
	}
	return pieces
}

// missing is what a screen's header and label do not say of what they have to.
func missing(s term.Screen, want []string) []string {
	have := topOf(s)
	return slices.DeleteFunc(slices.Clone(want), func(piece string) bool { return slices.Contains(have, piece) })
}

// list is the rows of the left pane, each as its words; the cursor and empty rows are left out.
func list(s term.Screen) [][]string {
	lines := s.Lines()
	var rows [][]string
	for _, line := range lines[bodyFrom : len(lines)-footRows] {
		left, _, _ := strings.Cut(line, "│")
		words := slices.DeleteFunc(strings.Fields(left), func(w string) bool { return w == "›" })
		if len(words) > 0 {
			rows = append(rows, words)
		}
	}
	return rows
}

// layerRows is the rows of the layers: seq, time, blocks, what it saves, what was paid and the net.
func (f *figures) layerRows() []string {
	var rows []string
	for _, l := range f.layers {
		blocks, saves := fmt.Sprint(l.blocks), format.Tokens(l.masked)
		if l.live != l.blocks {
			blocks = fmt.Sprintf("%d/%d", l.live, l.blocks)
		}
		switch {
		case l.live > 0:
		case l.held > 0:
			saves = "held"
		default:
			saves = "gone"
		}
		rows = append(rows, fmt.Sprint(l.seq, l.at.Format(" 15:04:05 "), blocks, " ", saves, " ", format.Tokens(l.paid), " ",
			format.Signed(l.accrued-l.paid)))
	}
	return rows
}

// eventRows is the rows of the events: time and name.
func (f *figures) eventRows() []string {
	var rows []string
	for _, e := range f.events {
		rows = append(rows, e.at.Format("15:04:05 ")+e.name)
	}
	return rows
}

// cacheWords is what the cache pane has to say.
func (f *figures) cacheWords() []string {
	prompt := func(u usage) string {
		served := float64(u.CacheRead) / float64(u.Input+u.CacheRead+u.CacheWrite)
		return fmt.Sprintf("hit %s (served %s), input %s, read %s, written %s", ratio(u), format.Percent(served),
			format.Tokens(u.Input), format.Tokens(u.CacheRead), format.Tokens(u.CacheWrite))
	}
	return []string{
		prompt(f.last),
		format.Count(f.responses, "response") + ", " + prompt(f.all),
		fmt.Sprintf("%s, %s tok masked now; as accounted: %s saved a call, %s so far, paid %s, net %s", format.Count(len(f.layers), "fold"),
			format.Tokens(f.masked), format.Tokens(f.saved), format.Tokens(f.accrued), format.Tokens(f.paid), format.Signed(f.accrued-f.paid)),
		format.Dollars(f.dollars) + " for the whole file, input $3.00/M, read $0.30/M, write $3.75/M, output $15.00/M",
	}
}

// rows is those columns of the left pane's rows, without the row of their names.
func rows(s term.Screen, columns ...int) []string {
	var out []string
	for i, words := range list(s) {
		var row []string
		for _, c := range columns {
			if c < len(words) {
				row = append(row, words[c])
			}
		}
		if i > 0 {
			out = append(out, strings.Join(row, " "))
		}
	}
	return out
}

// said is those of the texts that stand on the screen, whether or not they go over to another row.
func said(s term.Screen, texts []string) []string {
	words := strings.Join(strings.Fields(string(s)), " ")
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return !strings.Contains(words, text) })
}

// blockRows is the blocks' rows: their kind and figure, and how they stand where that does not depend on their place.
func (f *figures) blockRows() []string {
	var rows []string
	for _, b := range f.blocks {
		figure, standing := format.Tokens(tokens(b.text)), ""
		if seq, ok := f.folded[b.id]; ok {
			figure += "→" + format.Tokens(tokens(f.digest[b.id]))
			standing = fmt.Sprint(" L", seq)
		}
		if f.held[b.id] {
			standing = " held"
		}
		rows = append(rows, b.kind+" "+figure+standing)
	}
	return rows
}

// blockRows is the rows of the blocks in the same form, those of turns left out.
func blockRows(s term.Screen) []string {
	var rows []string
	for _, words := range list(s) {
		if words[0] == "─" || len(words) < 3 {
			continue
		}
		figure, standing := words[len(words)-2], words[len(words)-1]
		row := words[0] + " " + figure
		if standing == "held" || strings.HasPrefix(standing, "L") {
			row += " " + standing
		}
		rows = append(rows, row)
	}
	return rows
}

// ages are how long ago something was: they change while one looks.
var ages = regexp.MustCompile(`\((now|\d+[smhd])\)|just now|\d+[smhd] ago|\d+s since|, in \d+m\d+s`)

// ageless is a screen without ages, without blanks at the end of rows, and without the row of notices: they are of the
// program that shows them.
func ageless(s term.Screen) string {
	lines := s.Lines()
	for i, line := range lines {
		lines[i] = strings.TrimRight(ages.ReplaceAllString(line, "(…)"), " ")
	}
	lines[len(lines)-footRows] = ""
	return strings.Join(lines, "\n")
}
