// Command cfold-tui shows what the context window of a Pi session holds: live
// beside the agent, or as text and JSON.
//
// This package owns the command line: flags, which session is meant, output for
// people and for programs, exit codes. It computes nothing of its own.
//
// # Exit codes
//
// 0 done, 1 failed, 2 wrong use. What fails says so in one line on stderr, under
// --json as {"error":"…","wrong_use":false}, and writes nothing else to stdout
// than what was complete before.
//
// # JSON
//
// --json prints one object, or for lists one object a line. vectors, blocks
// --ledger, replay, recall and search have the shapes of the fold format's
// vectors; replay adds viewSha256 to each call. All others are described by the
// structs of package shape: keys in snake_case, tokens as numbers, times in
// RFC 3339, null for what is unknown. What there is to say beside the output is
// their field notices; lists, which have no place for it, leave it to stderr, as
// {"notice":"…"}.
//
// # Text
//
// blocks and recall print the exact bytes to a pipe or a file, recall of several
// codes with a line over each. Everything that
// goes to a terminal, and every error, has passed through package sanitize.
package main
