// Package sanitize is the one place where text of a session becomes text that
// may be drawn. Whatever came out of a session file, a settings file or a file
// name is hostile until it has passed through here.
//
// It owns Safe, the only string type that panes measure, cut or style, and the
// operations that keep a Safe safe: Width, Clip, Pad, Wrap, Cut, Paint.
//
// It must not style, must not know what a block or an entry is, and must not be
// used for text that is copied or written to a file: those take the original.
//
// Invariants of every Safe made here:
//   - It is valid UTF-8 and holds no control character (C0, DEL, C1), no line or
//     paragraph separator, no bidirectional control and no invisible character.
//   - It starts with no combining mark, and no base carries more than MaxMarks.
//   - Its width by grapheme clusters equals the sum of the widths of its code
//     points, so that a terminal that clusters and one that counts code points
//     (tmux 3.3, the C library) put the cursor in the same column. What they
//     disagree about is replaced. East Asian ambiguous characters are one cell.
//   - Width(a+b) = Width(a)+Width(b) for two of them.
//   - Line(string(s)) = s.
//
// What is replaced stays visible: a control character becomes its picture (␛, ␍,
// ␀), other things become ‹RLO› or ‹U+200B›. Only marks of presentation that
// change no meaning are dropped: variation selectors and joiners where a script
// or an emoji uses them, and skin tones.
package sanitize
