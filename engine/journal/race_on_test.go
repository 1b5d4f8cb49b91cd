//go:build race

package journal_test

// less is by how much tests of many steps take fewer with the race detector, which
// makes each of them ten times as long.
const less = 10
