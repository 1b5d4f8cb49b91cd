package detail

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cfold/engine/block"
	"cfold/engine/ladder"
	"cfold/engine/layer"
	"cfold/engine/lexicon"
	"cfold/engine/text"
	"cfold/tui/pane"
	"cfold/tui/sanitize"
)

// Limits of the risk lines shown, those of a digest: how many, of how many
// UTF-16 units in all.
const (
	riskLines = 6
	riskUnits = 400
)

// loaded is a block as it was read.
type loaded struct {
	wish   wish
	failed sanitize.Safe // why it could not be read, empty when it was

	original *sanitize.Doc
	// sent is what the model sees where that is something else, would what it
	// would see after the next fold where the block is maskable; else nil.
	sent, would *sanitize.Doc
	wouldTokens int
	lines       int           // of the original that are not blank, as a digest counts them
	blank       bool          // it has blank lines too
	arguments   sanitize.Safe // of the tool call it belongs to
	kept        []sanitize.Safe
	code        string
	record      layer.Record
	recorded    bool
	verified    bool
	at          int64 // when its entry was recorded, milliseconds since 1970
}

// wish is a block asked for: its position in a snapshot of a generation.
type wish struct {
	scene *pane.Scene
	block int
}

// loadedMsg is a block that has been read.
type loadedMsg struct {
	model *Model
	block loaded
}

func (m *Model) load(w wish) tea.Cmd {
	return func() tea.Msg { return loadedMsg{m, read(w)} }
}

// read reads all there is to know of a block.
func read(w wish) loaded {
	s := w.scene.Snapshot
	b := &s.Blocks[w.block]
	l := loaded{wish: w, code: block.Code(b.ID)}
	if st := w.scene.State; st != nil {
		l.code = st.CodeOf(b.ID)
		l.record, l.recorded = st.RecordOf(b.ID)
		l.at = st.TimeOf(s.EntryOf(w.block))
	}
	body, err := s.Text(w.block)
	if err != nil {
		l.failed = pane.Say("this block cannot be read: %v", err)
		return l
	}
	l.original, l.lines = sanitize.NewDoc(body), block.CountLines(body)
	l.blank = l.lines < lineCount(body)
	l.verified = l.recorded && l.record.SHA256 == digestOf(body)
	if b.Kind.Foldable() {
		for _, line := range lexicon.RiskLines(body, riskLines, riskUnits) {
			l.kept = append(l.kept, sanitize.Line(line))
		}
	}
	if digest := s.Digest(w.block); digest != "" && !strings.HasPrefix(b.ID, "s:") {
		l.sent = sanitize.NewDoc(digest)
	}
	if s.Frame.Marks[w.block]&ladder.Maskable != 0 {
		digest := block.Digest(b, body)
		l.would, l.wouldTokens = sanitize.NewDoc(digest), block.Cost(digest)
	}
	l.arguments = argumentsOf(w)
	return l
}

func digestOf(body string) string {
	sum := sha256.Sum256([]byte(text.UTF8(body)))
	return hex.EncodeToString(sum[:])
}

// argumentUnits is how much of a call's arguments is shown with its result, in
// UTF-16 units.
const argumentUnits = 600

// argumentsOf is the call that a result answers, empty for other blocks.
func argumentsOf(w wish) sanitize.Safe {
	s := w.scene.Snapshot
	b := &s.Blocks[w.block]
	if b.Kind != block.ToolResult || b.CallID == "" {
		return ""
	}
	for i := w.block - 1; i >= 0; i-- {
		c := &s.Blocks[i]
		if c.Kind == block.ToolCall && c.CallID == b.CallID {
			body, err := s.Text(i)
			if err != nil {
				return ""
			}
			return sanitize.Line(text.Clip(strings.TrimPrefix(body, c.Tool+" "), argumentUnits))
		}
	}
	return ""
}

// lineCount is how many lines a text has, blank ones too.
func lineCount(body string) int {
	n := strings.Count(body, "\n")
	if body != "" && !strings.HasSuffix(body, "\n") {
		n++
	}
	return n
}
