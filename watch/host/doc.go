// Package host tells what the machine knows beside the session: whether a Pi runs
// in a directory, where Pi is installed and in which version, and how large the
// window of a model is.
//
// It reads; it starts, signals and changes nothing. Where the machine cannot
// tell, the answer is unknown and never a guess.
package host
