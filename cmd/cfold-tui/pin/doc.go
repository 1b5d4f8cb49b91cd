// Package pin settles the terminal's background for Lip Gloss before Bubble Tea is
// initialised, which would otherwise ask the terminal for it, even for one frame
// or a pipe.
//
// It works because packages are initialised in the order of their import paths,
// those whose imports are not ready left out: this one is ready as soon as Lip
// Gloss is and comes before everything on a host name with a later letter. It must
// import nothing else. Themes bring renderers of their own, so that the value does
// not matter.
package pin
