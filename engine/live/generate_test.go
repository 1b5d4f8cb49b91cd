package live

import (
	"fmt"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

// generator draws sessions that hold everything a Pi session may, good and bad,
// with few names, so that ids, calls and times repeat.
type generator struct {
	t     *rapid.T
	lines []string
	ids   []string // of the entries, in order
	leaf  string
	seq   int
}

// generate draws the lines of a session, LF left out.
func generate(t *rapid.T) []string {
	version := rapid.SampledFrom([]int{3, 3, 3, 3, 2, 1}).Draw(t, "version")
	header := `{"type":"session","version":` + strconv.Itoa(version) + `,"id":"s","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w"}`
	if version == 1 {
		header = `{"type":"session","id":"s","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/w"}`
	}
	g := &generator{t: t, lines: []string{header}}
	for range rapid.IntRange(1, 30).Draw(t, "entries") {
		g.line()
	}
	return g.lines
}

func (g *generator) pick(label string, of ...string) string {
	return rapid.SampledFrom(of).Draw(g.t, label)
}

func (g *generator) chance(label string, in int) bool {
	return rapid.IntRange(1, in).Draw(g.t, label) == 1
}

// line adds one line, mostly an entry that follows the leaf.
func (g *generator) line() {
	if g.chance("bad", 15) {
		g.lines = append(g.lines, g.pick("bad line", "", " \r", "{", `{"type":"message","id":"t`, `5`, `[]`, "\ufeff{}", `{"type":"session","id":"again"}`))
		return
	}
	id := fmt.Sprintf("e%d", len(g.lines))
	if len(g.ids) > 0 && g.chance("repeat", 20) {
		id = rapid.SampledFrom(g.ids).Draw(g.t, "repeated id")
	}
	parent := g.leaf
	if len(g.ids) > 0 && g.chance("branch", 6) {
		parent = rapid.SampledFrom(g.ids).Draw(g.t, "parent")
	}
	if g.chance("orphan", 25) {
		parent = g.pick("no parent", "", "unknown", fmt.Sprintf("e%d", len(g.lines)+2))
	}
	entry := g.entry(id)
	link := `null`
	if parent != "" {
		link = strconv.Quote(parent)
	}
	g.lines = append(g.lines, fmt.Sprintf(`{"id":%q,"parentId":%s,"timestamp":"2025-01-01T00:%02d:00.%03dZ",%s}`, id, link, len(g.lines)%60, g.small(), entry))
	g.ids = append(g.ids, id)
	g.leaf = id
}

func (g *generator) small() int { return rapid.IntRange(0, 5).Draw(g.t, "n") }

func (g *generator) text() string {
	return strings.Repeat(g.pick("word", "a line of output\\n", "Error: boom\\n", "x=12 ", "\\ud83d\\ude00é", "日本 ", ""), 1+40*g.small())
}

// entry draws an entry's members beyond id, parent and time.
func (g *generator) entry(id string) string {
	switch rapid.IntRange(0, 21).Draw(g.t, "kind") {
	case 0, 1, 2:
		return `"type":"message","message":` + g.user()
	case 3, 4, 5, 6:
		return `"type":"message","message":` + g.assistant()
	case 7, 8, 9, 10:
		return `"type":"message","message":` + g.result()
	case 11:
		return `"type":"message","message":` + g.pick("other message",
			`{"role":"system","content":"be good","timestamp":1,"sections":{"a":"b"},"toolsAdded":[{"name":"bash","parameters":{}}]}`,
			`{"role":"system","content":null,"toolsRemoved":[{"name":"bash"}]}`,
			`{"role":"bashExecution","command":"ls","output":"a b","timestamp":2}`,
			`{"role":"branchSummary","summary":"was there","timestamp":3}`, `{"role":"odd","content":"x"}`, `{}`, `null`)
	case 12:
		return `"type":"custom_message","customType":"note","content":` + g.pick("content", `"x"`, `[{"type":"text","text":"y"}]`, `null`)
	case 13, 14:
		return `"type":"custom","customType":"contextfold.fold","data":` + g.layer()
	case 15:
		return `"type":"custom","customType":"contextfold.fold","data":{"kind":"unfold","ids":[` + strconv.Quote(g.block()) + `]}`
	case 16:
		return `"type":"custom","customType":"contextfold.fold","data":` + g.pick("record", `{"kind":"new"}`, `null`,
			fmt.Sprintf(`{"kind":"fold","entry":{"blockId":%q,"code":"abcdef","tool":"bash","isError":false,"bytes":%d,"sha256":"00"}}`, g.block(), 100*g.small()))
	case 17:
		return fmt.Sprintf(`"type":"compaction","summary":"so far","tokensBefore":9000,"firstKeptEntryId":%q,"firstKeptEntryIndex":%d`, g.target(id), g.small()) +
			g.pick("system", ``, `,"systemMessage":{"role":"system","content":"again","timestamp":1}`)
	case 18, 19:
		return fmt.Sprintf(`"type":"context_edit","targetId":%q,"replacement":`, g.target(id)) +
			g.pick("replacement", `null`, `{"content":"shorter"}`, `{"content":[{"type":"text","text":"list"}]}`)
	case 20:
		return g.pick("small", `"type":"branch_summary","fromId":"x","summary":"left"`, `"type":"branch_summary","summary":""`,
			`"type":"model_change","provider":"p","modelId":"m2"`, `"type":"session_info","name":"named"`, `"type":"label","targetId":"e1","label":"l"`,
			`"type":"thinking_level_change","thinkingLevel":"high"`, `"type":"new","x":1`, `"type":"custom","customType":"other"`,
			`"type":"usage","kind":"cache_warm","provider":"p","model":"m","usage":{"input":5,"output":0,"cacheRead":100,"cacheWrite":0}`)
	}
	return `"type":"leaf","targetId":` + g.pick("leaf", `null`, strconv.Quote(g.target(id)))
}

// target is mostly an entry that is there.
func (g *generator) target(own string) string {
	if len(g.ids) == 0 || g.chance("odd target", 6) {
		return g.pick("target", own, "unknown", "")
	}
	return rapid.SampledFrom(g.ids).Draw(g.t, "target")
}

func (g *generator) user() string {
	return fmt.Sprintf(`{"role":"user","timestamp":%d,"content":%s}`, 1000+g.small(), g.pick("content", `"`+g.text()+`"`, `[{"type":"text","text":"`+g.text()+`"},{"type":"image","data":""}]`, `null`))
}

func (g *generator) assistant() string {
	var parts []string
	for range rapid.IntRange(0, 3).Draw(g.t, "parts") {
		parts = append(parts, g.pick("part", `{"type":"text","text":"`+g.text()+`"}`, `{"type":"thinking","thinking":"`+g.text()+`","thinkingSignature":"s"}`,
			fmt.Sprintf(`{"type":"toolCall","id":"c%d","name":"bash","arguments":{"command":"ls","n":1.0}}`, g.small()),
			`{"type":"toolCall","id":"q","name":"recall_folded","arguments":{"codes":["abcdef"]}}`))
	}
	id := ""
	if g.chance("response id", 2) {
		id = fmt.Sprintf(`"responseId":"r%d",`, g.small())
	}
	usage := fmt.Sprintf(`"usage":{"input":%d,"output":10,"cacheRead":%d,"cacheWrite":%d,"cost":{"total":0.5}},`, 500*g.small(), 3000*g.small(), 800*g.small())
	if g.chance("no usage", 6) {
		usage = ""
	}
	return fmt.Sprintf(`{"role":"assistant",%s%s"provider":"p","model":%q,"stopReason":%q,"timestamp":%d,"content":[%s]}`,
		id, usage, g.pick("model", "m", "m", "m", "m2"), g.pick("stop", "stop", "toolUse", "toolUse", "aborted", "error"), 2000+g.small(), strings.Join(parts, ","))
}

func (g *generator) result() string {
	return fmt.Sprintf(`{"role":"toolResult","toolCallId":"c%d","toolName":"bash","isError":%v,"timestamp":3000,"content":[{"type":%q,"text":"%s"}]}`,
		g.small(), g.chance("error", 4), g.pick("result part", "text", "text", "text", "text", "image"), g.text())
}

// block is the id of a block that may be there.
func (g *generator) block() string {
	return g.pick("block", "r:c"+strconv.Itoa(g.small()), fmt.Sprintf("a:r%d:p%d", g.small(), g.small()%3), fmt.Sprintf("a:t%d:p%d", 2000+g.small(), g.small()%3))
}

func (g *generator) layer() string {
	g.seq++
	seq := g.seq
	if g.chance("old seq", 4) {
		seq = 1 + g.small()
	}
	var entries []string
	for range rapid.IntRange(0, 4).Draw(g.t, "digests") {
		entries = append(entries, fmt.Sprintf(`{"id":%q,"digestText":"{#abcdef FOLDED} %s"}`, g.block(), g.pick("digest", "bash → empty", "thought", "long digest of a block")))
	}
	return fmt.Sprintf(`{"kind":"layer","layer":{"seq":%d,"entries":[%s]}}`, seq, strings.Join(entries, ","))
}
