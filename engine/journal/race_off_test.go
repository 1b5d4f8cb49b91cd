//go:build !race

package journal_test

const less = 1
