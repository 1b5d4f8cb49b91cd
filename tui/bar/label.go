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
	var label sanitize.Safe
	for _, text := range Fit(parts, width) {
		if text != "" && label != "" {
			label += Separator
		}
		label += text
	}
	return label
}

// Fit is what of each part is shown when all of them, separated, must not be
// wider than width: Text, Short, or nothing. All parts are shortened before one
// is left out; room that leaving out made goes to the longer forms again, the
// most important first. The last part left is clipped.
func Fit(parts []Part, width int) []sanitize.Safe {
	shown := make([]sanitize.Safe, len(parts))
	var order []int // least important first; of equals the last
	for i := len(parts) - 1; i >= 0; i-- {
		if shown[i] = parts[i].Text; shown[i] != "" {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return parts[a].Priority - parts[b].Priority })

	for _, i := range order {
		if total(shown) > width && parts[i].Short != "" {
			shown[i] = parts[i].Short
		}
	}
	for n, i := range order {
		if total(shown) > width {
			if n == len(order)-1 {
				shown[i] = sanitize.Clip(shown[i], width)
			} else {
				shown[i] = ""
			}
		}
	}
	for _, i := range slices.Backward(order) {
		if short := shown[i]; short != "" && short == parts[i].Short {
			if shown[i] = parts[i].Text; total(shown) > width {
				shown[i] = short
			}
		}
	}
	return shown
}

// total is the width of the texts with separators.
func total(texts []sanitize.Safe) int {
	sum := 0
	for _, t := range texts {
		if t != "" {
			if sum > 0 {
				sum += sanitize.Width(Separator)
			}
			sum += sanitize.Width(t)
		}
	}
	return sum
}
