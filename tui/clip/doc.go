// Package clip hands text to the clipboard of whoever sits at the terminal.
//
// It owns the two ways there: tmux's own buffer, because tmux ignores an
// application's OSC 52 in its default settings, and OSC 52 elsewhere. Nobody
// learns whether the terminal took the text, so it only ever says sent.
//
// It must not sanitise: what is copied is the original. The text never reaches
// the screen, since tmux reads it from a pipe and OSC 52 carries it in base64.
package clip
