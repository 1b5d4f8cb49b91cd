package lexicon

// nextPrompt finds a line that starts, after white space, with $ and white space,
// and gives the rest of it. The white space on both sides may span lines. A prompt
// with nothing after it is none.
func nextPrompt(s string, from int) (start, end int, ok bool) {
	for i := from; ; i++ {
		if i = find(s, i, '$'); i == len(s) {
			return i, i, false
		}
		start = spaces(s, i+1)
		if start > i+1 && start < len(s) && opensLine(s, i) {
			return start, lineEnd(s, start), true
		}
	}
}

// opensLine reports whether only white space stands between i and a line start.
func opensLine(s string, i int) bool {
	for !lineStartAt(s, i) {
		n := spaceBefore(s, i)
		if n == 0 {
			return false
		}
		i -= n
	}
	return true
}

// An invocation pattern is a tool's name as a word, white space, a character that
// is none, and up to tail more UTF-16 units that are not in stop.
type invocation struct {
	more bool // knows the tools that only the index knows
	tail int
	stop *stopSet
}

var (
	riskInvocation  = &invocation{tail: 60, stop: stopClause}
	indexInvocation = &invocation{more: true, tail: 120, stop: stopLine}
)

const longestTool = 7

func (p *invocation) knows(tool string) bool {
	switch tool {
	case "npm", "npx", "pnpm", "yarn", "bun", "node", "git", "docker", "kubectl", "make", "cargo", "go",
		"python", "python3", "pytest", "deno", "uv", "gh":
		return true
	case "zig", "rg", "fd", "curl":
		return p.more
	}
	return false
}

// next finds the first invocation at from or later. The next search goes on at
// next; value is a part of s unless it ends in half a surrogate pair.
func (p *invocation) next(s string, from int) (value string, next int, ok bool) {
	for i := from; ; {
		start, end := nextWord(s, i)
		if start == len(s) {
			return "", start, false
		}
		i = end
		if end-start > longestTool || !p.knows(s[start:end]) {
			continue
		}
		args := spaces(s, end)
		if args == end || args == len(s) {
			continue
		}
		// The first unit may be anything but white space; the second half of a
		// pair that it begins is the first of the tail.
		stop, split := args, false
		switch c := s[args]; {
		case c >= 0xf0:
			stop, split = reach(s, args+4, p.tail-1, p.stop)
		case c >= 0x80:
			stop, split = reach(s, args, p.tail+1, p.stop)
		default:
			stop, split = reach(s, args+1, p.tail, p.stop)
		}
		return withHalf(s, start, stop, split), stop, true
	}
}
