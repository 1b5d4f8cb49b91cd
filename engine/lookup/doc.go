// Package lookup finds strings in long lists by their text. A Table holds numbers
// only: the strings stay in the list they number, so a table of a hundred thousand
// is a megabyte without a pointer in it.
package lookup
