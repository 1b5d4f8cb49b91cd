package lexicon

// suspicious marks the bytes that can give a risk line away: the punctuation in it,
// or the first letter of the words that do.
var suspicious = func() (t [256]bool) {
	for _, c := range "./$:=" + "nypbgdkmcu" + "dcsgwp" + "DCSGWP" {
		t[c] = true
	}
	return t
}()

// nextSuspect finds the first position from i on that may lie in a line with
// something other than an error in it; end if there is none. Every such line has a
// position of which it says so, few other lines have: a look at the neighbouring
// bytes tells most of them.
func nextSuspect(s string, i, end int) int {
	for i < end {
		c := s[i]
		switch {
		case class[c]&word != 0:
			stop := run(s, i, word)
			if suspicious[c] && suspectWord(s, i, stop) {
				return i
			}
			i = stop
			continue
		case suspicious[c] && suspectMark(s, i):
			return i
		}
		i++
	}
	return end
}

func suspectWord(s string, start, end int) bool {
	if end-start <= longestTool && riskInvocation.knows(s[start:end]) {
		args := lineSpaces(s, end)
		return args > end && args < len(s) && s[args] != '\n'
	}
	return decisionAt(s, start, end) > 0
}

func suspectMark(s string, i int) bool {
	switch s[i] {
	case '.':
		return riskExtensions.after(s, i) > 0
	case '/':
		return joinsSource(s, i)
	case '$':
		return lineSpaces(s, i+1) > i+1
	}
	// A key on the same line before it, a value after it.
	key, value := runBack(s, i, 0, tabSpace), run(s, i+1, tabSpace)
	return key > 0 && class[s[key-1]]&(word|mark) != 0 && value < len(s) && s[value] != '\n'
}
