// Package prompt is a line to type into, at the foot of the screen.
//
// It owns the text being typed and its drawing; editing is bubbles' textinput.
// It must not know what the text is for. What is typed or pasted is as hostile
// as any other text and is drawn sanitised.
package prompt
