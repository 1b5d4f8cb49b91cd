package link

// Figures are what one call sees, as Pi's side tells a viewer. Tokens unless
// named otherwise.
type Figures struct {
	// Usage is what Pi reports; Known is false where it reports nothing.
	Usage  int  `json:"usage"`
	Known  bool `json:"known"`
	Window int  `json:"window"`
	// State is the ladder's, Layer the seq the call committed, 0 for none.
	State    string  `json:"state"`
	Fraction float64 `json:"fraction"`
	FoldAt   float64 `json:"fold_at"`
	Maskable int     `json:"maskable"`
	Step     int     `json:"step"`
	Live     int     `json:"live"`
	Floor    int     `json:"floor"`
	Over     bool    `json:"over_budget"`
	Layer    int     `json:"layer,omitempty"`
	Layers   int     `json:"layers"`
	// Messages counts what went out; Folded, Held and Masked what of it stands as
	// a digest, is held raw, and is saved.
	Messages int `json:"messages"`
	Folded   int `json:"folded"`
	Held     int `json:"held"`
	Masked   int `json:"masked"`
}

// Notice is something to tell the person, once.
type Notice struct {
	Level string `json:"level"` // info, warning or error
	Text  Text   `json:"text"`
}
