// Package folder wakes a reader when something at a path may have changed.
//
// It owns the choice between file system events and polling. A file is watched
// through its folder, because replacing a file by rename drops a watch on the
// file itself; where the folder does not exist yet, its nearest existing
// ancestor is watched until it does. Beside the events a timer wakes the reader
// in any case, since network and virtual machine mounts deliver no events; it
// runs slowly while events work and fast once they do not (limits reached, no
// support, or changes that the timer found and no event had announced).
//
// A wake says only "look again": it carries no contents and no state of a file,
// wakes coalesce, and there may be wakes without any change. Looking is the
// reader's business and must be cheap.
//
// Every goroutine ends when the context given to Start ends.
package folder
