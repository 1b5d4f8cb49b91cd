// Package link is the way into a running Pi: the extension that Pi loads, the
// protocol that it speaks, and the client of its socket.
//
// It owns the extension's source (index.ts, which says when what is called, and its
// parts, one idea each) and its installation, the folder of sockets with
// a registry file beside each, the frames of the protocol, and the connection a
// viewer holds. The engine behind the extension speaks the same frames over its
// standard streams; it is package serve.
//
// Frames are JSON objects, one a line, ended by LF. A request is
// {"id":n,"op":name,…}, its answer {"id":n,"ok":{…}} or
// {"id":n,"error":{"code":…,"message":…}}; a frame without an id is an event,
// {"event":name,…}. Both sides say hello first. An operation nobody knows is
// answered with the code unknown_op, never with silence.
//
// A Pi never loads a mix of versions: index.ts is replaced in one step and imports
// its parts from a folder that is named by what they hold.
//
// Nothing in here cleans text for a terminal: names, paths and messages are
// handed on as they come, and so is what a hostile session put into them.
package link
