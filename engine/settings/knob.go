package settings

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is how a knob's value is read and checked.
type Kind int

const (
	// Fraction is a number above 0 and up to 1.
	Fraction Kind = iota
	// Amount is a number from 0 up, tokens or minutes.
	Amount
	// Whole is a number above 0, rounded down to a whole one.
	Whole
	// Choice is one of a few words.
	Choice
)

// Knob is one row of the table.
type Knob struct {
	// Key is its name in the settings file, Env its environment variable.
	Key, Env string
	Kind     Kind
	Default  Value
	// Off says the word off is accepted for 0, and 0 is shown as off.
	Off bool
	// Choices are the accepted words of a Choice.
	Choices []string
	// Unit is what the value counts, empty for a Choice.
	Unit string
	// About says in one line what the knob does.
	About string
}

// Accepts says in a few words what the knob takes, to follow "give" or "takes".
func (k Knob) Accepts() string {
	switch {
	case k.Kind == Fraction:
		return "a number above 0 and up to 1"
	case k.Kind == Whole:
		return "a number of 1 or more"
	case k.Kind == Choice:
		return strings.Join(k.Choices, " or ")
	case k.Off:
		return "a number of 0 or more, or off"
	}
	return "a number of 0 or more"
}

// label is the key as messages name it: a provider's name comes from a file and
// may hold anything.
func (k Knob) label() string {
	if quoted := strconv.Quote(k.Key); quoted != `"`+k.Key+`"` {
		return quoted
	}
	return k.Key
}

// Format is the value as a person reads and types it.
func (k Knob) Format(v Value) string {
	if k.Off && v.number == 0 {
		return "off"
	}
	return v.String()
}

// The keys of the table.
const (
	FoldAt            = "foldAt"
	FoldStep          = "foldStep"
	ColdFoldAt        = "coldFoldAt"
	BudgetFraction    = "budgetFraction"
	BudgetCap         = "budgetCap"
	Tail              = "tail"
	Compact           = "compact"
	FooterFormat      = "footerFormat"
	ReconTokens       = "reconTokens"
	CacheIdleMinutes  = "cacheIdleMinutes"
	ConfirmColdPrompt = "confirmColdPrompt"
)

// ProviderIdle is the file's object of provider → minutes. One provider's entry
// is named ProviderIdle + "." + provider wherever a key is asked for.
const ProviderIdle = "providerCacheIdleMinutes"

var table = []Knob{
	{
		Key: FoldAt, Env: "CONTEXTFOLD_FOLD_AT", Kind: Fraction, Default: Number(0.45), Unit: "of the window",
		About: "Fold once this share of the window is used.",
	},
	{
		Key: FoldStep, Env: "CONTEXTFOLD_FOLD_STEP", Kind: Fraction, Default: Number(0.12), Unit: "of the window",
		About: "Fold only when it frees at least this share of the window.",
	},
	{
		Key: ColdFoldAt, Env: "CONTEXTFOLD_COLD_FOLD_AT", Kind: Fraction, Default: Number(0.25), Unit: "of the window",
		About: "Fold this early instead while nothing is ever read from cache.",
	},
	{
		Key: BudgetFraction, Env: "CONTEXTFOLD_BUDGET_FRACTION", Kind: Fraction, Default: Number(0.75), Unit: "of the window",
		About: "Keep the context under this share of the window.",
	},
	{
		Key: BudgetCap, Env: "CONTEXTFOLD_BUDGET_CAP", Kind: Amount, Default: Number(200_000), Off: true, Unit: "tokens",
		About: "Keep the context under this many tokens however large the window is.",
	},
	{
		Key: Tail, Env: "CONTEXTFOLD_TAIL", Kind: Amount, Default: Number(20_000), Unit: "tokens",
		About: "Never fold the newest tokens, up to half the budget.",
	},
	{
		Key: Compact, Env: "CONTEXTFOLD_COMPACT", Kind: Choice, Default: Word("det"), Choices: []string{"det", "native"},
		About: "Answer a forced compaction from the index (det) or leave it to Pi's model (native).",
	},
	{
		Key: FooterFormat, Env: "CONTEXTFOLD_FOOTER_FORMAT", Kind: Choice, Default: Word("full"), Choices: []string{"full", "compact"},
		About: "Show all of Pi's footer line or only the count and warnings.",
	},
	{
		Key: ReconTokens, Env: "CONTEXTFOLD_RECON_TOKENS", Kind: Whole, Default: Number(18_000), Unit: "tokens",
		About: "What rebuilding the context in a fresh session is taken to cost.",
	},
	{
		Key: CacheIdleMinutes, Env: "CONTEXTFOLD_CACHE_IDLE_MINUTES", Kind: Amount, Default: Number(30), Off: true, Unit: "minutes",
		About: "Warn that the cache may have expired after this long without an answer.",
	},
	{
		Key: ConfirmColdPrompt, Env: "CONTEXTFOLD_CONFIRM_COLD_PROMPT", Kind: Choice, Default: Word("off"), Choices: []string{"on", "off"},
		About: "Ask before a prompt is sent to a cache that may have expired.",
	},
}

// Knobs is the table in the order it is shown; the caller may change the slice.
func Knobs() []Knob { return append([]Knob(nil), table...) }

// Lookup finds a knob by its key, letter for letter. One provider's idle time is
// a knob of its own, like cacheIdleMinutes and under the same environment
// variable. The error is one line naming what there is.
func Lookup(key string) (Knob, error) {
	if k, ok := find(key); ok {
		return k, nil
	}
	if provider, ok := providerOf(key); ok {
		return providerKnob(provider), nil
	}
	if key == ProviderIdle {
		return Knob{}, fmt.Errorf("%s holds one time per provider: name one, as in %s.anthropic", ProviderIdle, ProviderIdle)
	}
	var keys []string
	for _, k := range table {
		if strings.EqualFold(k.Key, key) {
			return Knob{}, fmt.Errorf("no setting is called %q: did you mean %s?", shorten(key), k.Key)
		}
		keys = append(keys, k.Key)
	}
	return Knob{}, fmt.Errorf("no setting is called %q: there are %s and %s.<provider>",
		shorten(key), strings.Join(keys, ", "), ProviderIdle)
}

func find(key string) (Knob, bool) {
	for _, k := range table {
		if k.Key == key {
			return k, true
		}
	}
	return Knob{}, false
}

// providerOf takes the provider out of ProviderIdle.<provider>.
func providerOf(key string) (provider string, ok bool) {
	provider, ok = strings.CutPrefix(key, ProviderIdle+".")
	return provider, ok && provider != ""
}

func providerKnob(provider string) Knob {
	k, _ := find(CacheIdleMinutes)
	k.Key = ProviderIdle + "." + provider
	k.About = "Warn that this provider's cache may have expired after this long without an answer."
	return k
}
