// Package cachepane is the pane of the prompt cache: what each response read,
// wrote and cost, which missed and why, what folding cost and saved, and when
// the cache may expire.
//
// It owns the summary, the choice of chart and the table of responses. All
// figures are the engine's; a cause is shown only when the engine names one, and
// one that is likely rather than proven is worded so.
package cachepane
