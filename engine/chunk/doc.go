// Package chunk holds long lists that only grow. What was appended stays where it
// is: growing copies nothing, and a copy of a List is the list as it stood, which
// may be read while the original grows.
package chunk
