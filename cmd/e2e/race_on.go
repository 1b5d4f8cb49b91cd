//go:build race

package e2e

// raceEnabled tells that this test binary has the race detector.
const raceEnabled = true
