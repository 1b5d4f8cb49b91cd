// Package control tests acting from the screen: the real program in a real tmux
// unfolds, holds, mends, changes settings, hands off and writes files, and what
// then lies on disk is looked at.
package control
