package session

// Kind is the type of an entry.
type Kind uint8

// The entry types. Other stands for any type this package does not know; such
// an entry takes its place in the tree and nothing else.
const (
	Other Kind = iota
	Message
	ModelChange
	ThinkingLevelChange
	UsageReport
	Compaction
	ContextEdit
	BranchSummary
	Custom
	CustomMessage
	Label
	SessionInfo
	Leaf
)

var kindNames = [...]string{
	Other: "", Message: "message", ModelChange: "model_change",
	ThinkingLevelChange: "thinking_level_change", UsageReport: "usage",
	Compaction: "compaction", ContextEdit: "context_edit", BranchSummary: "branch_summary",
	Custom: "custom", CustomMessage: "custom_message", Label: "label",
	SessionInfo: "session_info", Leaf: "leaf",
}

// String is the entry type as the file spells it; empty for Other.
func (k Kind) String() string { return kindNames[k] }

// Role is the role of a message entry.
type Role uint8

// The message roles. OtherRole stands for any role this package does not know.
const (
	NoRole Role = iota
	System
	User
	Assistant
	ToolResult
	BashExecution
	CustomRole
	BranchSummaryRole
	CompactionSummaryRole
	OtherRole
)

var roleNames = [...]string{
	NoRole: "", System: "system", User: "user", Assistant: "assistant", ToolResult: "toolResult",
	BashExecution: "bashExecution", CustomRole: "custom", BranchSummaryRole: "branchSummary",
	CompactionSummaryRole: "compactionSummary", OtherRole: "",
}

// String is the role as messages spell it; empty for OtherRole.
func (r Role) String() string { return roleNames[r] }

// FoldType is the customType of the entries that hold fold records.
const FoldType = "contextfold.fold"

// None marks an absent link between entries.
const None = -1

// Entry is what an Index keeps of one line.
type Entry struct {
	// Offset and Size place the line in the file, in bytes, its LF not counted.
	Offset int64
	Size   int32
	Kind   Kind
	Role   Role
	// Repeat is true when an earlier entry has the same id: this one replaces it,
	// for the entries that follow either.
	Repeat bool
	// Parts is how many parts a message's content has, 255 for more.
	Parts uint8
	// Time is the entry's timestamp in milliseconds since 1970; 0 when it has
	// none that can be read.
	Time int64

	id, parent int32 // interned ids; None for no id or a root
	detail     int32 // index into the side table of its kind, or None
}

// Header is the first entry of a session file.
type Header struct {
	ID            string
	Version       int // 1 when the file names none
	Time          int64
	CWD           string
	ParentSession string
}

// CurrentVersion is the newest format version this package knows. A file of a
// newer one is read by the same rules; writing to it is not safe.
const CurrentVersion = 3

// Counts accounts for every line of the file once: Lines is the sum of
// the others.
type Counts struct {
	Lines     int
	Entries   int
	Headers   int // session headers, the first and any repeated
	Blank     int
	Malformed int // not one JSON object
	Unknown   int // entries of an unknown type or role; counted in Entries too
}
