// Package term runs programs in a real tmux and looks at their screens.
//
// It owns tmux servers ([Server]), panes ([Pane]) and what is read of them ([Screen]). It must not touch the tmux of the
// person or machine it runs on: each server has its own socket, no configuration file and none of the environment.
//
// Invariants: sizes are in cells. A pane stays when its program has ended, so that its last screen and exit status can
// be read. Servers, and with them all they run, end with the test.
package term
