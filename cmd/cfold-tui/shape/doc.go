// Package shape holds the forms in which the command line prints JSON: those of
// the format's vectors where there is one, else objects with snake_case keys.
//
// It owns names and order of keys and the writing of lines. It must not decide
// what the figures are.
package shape
