package block

// Kind is what part of the conversation a block is.
type Kind uint8

// The kinds.
const (
	User Kind = iota
	Text
	Thinking
	ToolCall
	ToolResult
)

var kindNames = [...]string{"user", "text", "thinking", "tool_call", "tool_result"}

// String is the kind as the formats spell it.
func (k Kind) String() string { return kindNames[k] }

// Foldable reports whether blocks of the kind have a digest at all.
func (k Kind) Foldable() bool { return k == Text || k == Thinking || k == ToolResult }

// Block is one block of a message list.
type Block struct {
	ID string
	// Turn counts the user messages so far, this one included; Order counts the
	// blocks of the list from 0.
	Turn, Order int
	// Message is the position of its message in the list, Part the part of an
	// assistant message it is; Part is −1 where the block is the whole message.
	Message, Part int
	// Units is the text's length in UTF-16 units, Tokens what the block costs.
	Units, Tokens int
	// Tool is the tool's name on calls and results, CallID the call both share,
	// Model the model of an assistant's block.
	Tool, CallID, Model string
	// FullOutputPath names the file that holds a truncated result's whole output.
	FullOutputPath string
	Kind           Kind
	IsError        bool
	// Opaque marks a tool result with a part that is no text; it never folds.
	Opaque bool
	// Durable marks an id that another reading of the session gives again.
	Durable bool
}

// Overhead is what a block costs beyond its text, in tokens.
const Overhead = 4

// Foldable reports whether the block may ever stand as a digest.
func (b *Block) Foldable() bool { return b.Kind.Foldable() && !b.Opaque && b.Durable }

// Label is the tool name a fold record carries: the tool's, or the kind for
// other blocks.
func (b *Block) Label() string {
	if b.Kind == ToolResult {
		return b.Tool
	}
	return b.Kind.String()
}
