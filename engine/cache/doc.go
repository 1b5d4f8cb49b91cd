// Package cache accounts for what a session's prompt cache did: what each
// response read back, wrote and paid, what folding cost and saved, which
// responses missed, and what a person should be told about it.
//
// It owns four values, each fed one event at a time and each cheap to keep:
//
//   - Telemetry holds the exact running figures of one provider and model.
//   - Series holds every response with the marks before it and its verdict, and
//     what each layer cost and saved.
//   - Prices holds dollars per token per model, learnt from the session itself.
//   - Activity holds when each model last answered, for the idle clock.
//
// Telemetry and Activity are full copies when copied; Series gives one with
// Snapshot. Advise and Idle are functions of their arguments.
//
// The package reads no clock, no file and no session format: times come in as
// milliseconds since 1970, usage as numbers already decoded. It must not decide
// which entries count; its caller feeds the active branch, in order.
//
// Invariants: input, cache reads and cache writes are disjoint, so a prompt is
// their sum; a figure nothing is known about is absent, never 0; a provider that
// never reports writes is not taken for one that writes nothing; a cause is named
// only when the events fed prove it. All token figures are the provider's own.
package cache
