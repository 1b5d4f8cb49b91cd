// Package beat is when something that looks again and again looks next.
//
// It owns one rule: looks fall on whole multiples of their interval by the clock, so
// that all that are due at about the same time wake the machine once. A program that
// is open all day spends more on waking than on looking. It waits for nothing itself.
package beat
