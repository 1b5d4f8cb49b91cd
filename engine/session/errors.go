package session

import "errors"

// ErrChanged says that the file holds other bytes than those indexed: it was
// rewritten meanwhile and has to be read afresh.
var ErrChanged = errors.New("the session file was rewritten since it was read")
