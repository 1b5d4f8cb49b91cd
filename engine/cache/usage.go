package cache

// Model names what a cache belongs to: a prefix cached for one provider and
// model is of no use to another.
type Model struct {
	Provider string `json:"provider"`
	ID       string `json:"model"`
}

// Cost is what a response cost, in dollars per part.
type Cost struct {
	Input      float64 `json:"input"`
	Output     float64 `json:"output"`
	CacheRead  float64 `json:"cacheRead"`
	CacheWrite float64 `json:"cacheWrite"`
	Total      float64 `json:"total"`
}

// Usage is what one response reports, in tokens. The three parts of the prompt
// are disjoint.
type Usage struct {
	Input       int `json:"input"`
	CacheRead   int `json:"cacheRead"`
	CacheWrite  int `json:"cacheWrite"`
	Output      int `json:"output,omitempty"`
	TotalTokens int `json:"totalTokens,omitempty"`
	// Cost is nil when the entry carries none.
	Cost *Cost `json:"cost,omitempty"`
}

// Prompt is the whole prompt in tokens: input, read and written.
func (u Usage) Prompt() int { return u.Input + u.CacheRead + u.CacheWrite }

// Total is the figure Pi goes by: totalTokens, or the sum of all parts when it
// is absent or 0.
func (u Usage) Total() int {
	if u.TotalTokens != 0 {
		return u.TotalTokens
	}
	return u.Prompt() + u.Output
}

// any reports whether the prompt side reports anything. A response without it
// (aborted before the provider answered) is counted but judges nothing.
func (u Usage) any() bool { return u.Prompt() > 0 }

// HitRatio is cacheRead/(cacheRead+input), in 0..1; ok is false when there is
// nothing to divide.
func (u Usage) HitRatio() (ratio float64, ok bool) {
	return divide(u.CacheRead, u.CacheRead+u.Input)
}

// ReadShare is the part of the whole prompt served from cache, writes counted
// in the prompt: cacheRead/(input+cacheRead+cacheWrite), in 0..1.
func (u Usage) ReadShare() (share float64, ok bool) {
	return divide(u.CacheRead, u.Prompt())
}

// Dollars is the response's whole cost; ok is false when it carries none. A
// total that is absent or 0 gives way to the sum of the parts.
func (u Usage) Dollars() (dollars float64, ok bool) {
	if u.Cost == nil {
		return 0, false
	}
	if u.Cost.Total != 0 {
		return u.Cost.Total, true
	}
	return u.Cost.Input + u.Cost.Output + u.Cost.CacheRead + u.Cost.CacheWrite, true
}

func divide(part, whole int) (float64, bool) {
	if whole <= 0 {
		return 0, false
	}
	return float64(part) / float64(whole), true
}
