package bar

import (
	"slices"

	"cfold/tui/sanitize"
)

// Separator stands between the parts of a label.
const Separator sanitize.Safe = " · "

// Part is a part of a label. Where the label is too wide, parts of lower
// Priority are shown as Short first, then left out. An empty Short leaves Text
// as it is until then. An empty Text is no part.
type Part struct {
	Text, Short sanitize.Safe
	Priority    int
}

// Label is the parts in their order, separated, no wider than width.
func Label(parts []Part, width int) sanitize.Safe {
	return Flow(parts, width, 1)[0]
}

// Flow is the parts in their order, separated, on n lines no wider than width
// each.
func Flow(parts []Part, width, n int) []sanitize.Safe {
	lines := make([]sanitize.Safe, 1, max(n, 1))
	for _, text := range fit(parts, width, n) {
		last := len(lines) - 1
		switch {
		case text == "":
		case lines[last] == "":
			lines[last] = text
		case sanitize.Width(lines[last]+Separator+text) > width:
			lines = append(lines, text)
		default:
			lines[last] += Separator + text
		}
	}
	return lines
}

// fit is what of each part is shown when all of them, separated, must not take
// more than that many lines of width cells: Text, Short, or nothing. All parts are
// shortened before one is left out; room that leaving out made goes to the longer
// forms again, the most important first. The last part left is clipped.
func fit(parts []Part, width, lines int) []sanitize.Safe {
	shown := make([]sanitize.Safe, len(parts))
	var order []int // least important first; of equals the last
	for i := len(parts) - 1; i >= 0; i-- {
		if shown[i] = parts[i].Text; shown[i] != "" {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return parts[a].Priority - parts[b].Priority })

	for _, i := range order {
		if over(shown, width, lines) && parts[i].Short != "" {
			shown[i] = parts[i].Short
		}
	}
	for n, i := range order {
		if over(shown, width, lines) {
			if n == len(order)-1 {
				shown[i] = sanitize.Clip(shown[i], width)
			} else {
				shown[i] = ""
			}
		}
	}
	for _, i := range slices.Backward(order) {
		if short := shown[i]; short != "" && short == parts[i].Short {
			if shown[i] = parts[i].Text; over(shown, width, lines) {
				shown[i] = short
			}
		}
	}
	return shown
}

// over reports whether the texts take more than that many lines.
func over(texts []sanitize.Safe, width, lines int) bool {
	used, at := 1, 0
	for _, t := range texts {
		w := sanitize.Width(t)
		switch {
		case t == "":
		case w > width:
			return true
		case at == 0:
			at = w
		case at+sanitize.Width(Separator)+w > width:
			used, at = used+1, w
		default:
			at += sanitize.Width(Separator) + w
		}
	}
	return used > lines
}
