package cache

// Telemetry is the running account of one provider and model. The zero value is
// an account nothing was recorded in; a copy is a full copy.
type Telemetry struct {
	turns  int
	last   Usage // the last response, whatever it reports
	judged Usage // the last response that reports any usage
	totals Usage // input, cache reads and cache writes only

	reports   int  // responses that report any usage
	notHeld   bool // one of those had input or writes, or read nothing
	everWarm  bool // a cache read was reported
	everWrote bool // a cache write was reported

	folds     int
	saved     int // tokens per turn, over all fold events
	armed     bool
	paidNow   bool // the last judged response paid for a fold
	reprefill int
	accrued   int
	accruals  int // responses that accrued, for the layers' accounts

	watching bool
	unseen   int // fold events that never reached the provider
}

// Record takes a response with a usage object, aborted, errored and all-zero
// ones included.
func (t *Telemetry) Record(u Usage) {
	t.turns++
	t.last = u
	t.totals.Input += u.Input
	t.totals.CacheRead += u.CacheRead
	t.totals.CacheWrite += u.CacheWrite
	if !u.any() {
		return
	}
	t.watch(u)
	t.settle(u)
	t.reports++
	t.notHeld = t.notHeld || u.Input > 0 || u.CacheWrite > 0 || u.CacheRead == 0
	t.everWarm = t.everWarm || u.CacheRead > 0
	t.everWrote = t.everWrote || u.CacheWrite > 0
	t.judged = u
}

// watch is the wire watchdog: a fold rewrites the prefix, so a response that
// still reads back the whole previous prompt never saw it.
func (t *Telemetry) watch(u Usage) {
	if !t.watching {
		return
	}
	t.watching = false
	before := t.judged.CacheRead + t.judged.Input
	if before > 0 && u.CacheRead >= before {
		t.unseen++
	}
}

// settle books the response on the folding account: the first after a fold event
// pays for it, every other one accrues what all folds so far save per turn.
func (t *Telemetry) settle(u Usage) {
	t.paidNow = t.armed
	if t.armed {
		t.armed = false
		t.reprefill += u.CacheWrite
		return
	}
	t.accrued += t.saved
	t.accruals++
}

// Fold takes a fold event that saves that many tokens per turn. One that saves
// nothing counts and is paid for, but cannot be watched on the wire: it neither
// starts nor ends a watch.
func (t *Telemetry) Fold(saved int) {
	t.folds++
	t.saved += saved
	t.armed = true
	t.watching = t.watching || saved > 0
}

// ModelChange restarts every figure, fold events included: another provider or
// model has another cache.
func (t *Telemetry) ModelChange() { *t = Telemetry{} }

// Cold reports a session that has never been warm: three or more responses and
// no cache read ever. The ladder folds it earlier.
func (t Telemetry) Cold() bool { return t.turns >= 3 && !t.everWarm }

// ProviderHoldsContext reports a provider that keeps the conversation itself:
// two or more usage reports, all of them read from cache with nothing sent or
// written. Folding has no effect there.
func (t Telemetry) ProviderHoldsContext() bool { return t.reports >= 2 && !t.notHeld }

// Carried is the prompt, in tokens, of the last response with any usage.
func (t Telemetry) Carried() (tokens int, ok bool) { return t.judged.Prompt(), t.reports > 0 }

// Net is what folding has saved so far, less what it cost to re-prefill, in
// tokens. It is unknown (ok false) when no fold event has happened since the
// restart or the provider has never reported a cache write.
func (t Telemetry) Net() (tokens int, ok bool) {
	return t.accrued - t.reprefill, t.folds > 0 && t.everWrote
}
