package link

import (
	"context"
	"time"

	"cfold/watch/beat"
)

// How often the registry is looked at while no Pi has the session open: at first, as
// after a reload, and once soonFor has passed without one, which may be all day.
const (
	soon    = 250 * time.Millisecond
	later   = time.Second
	soonFor = time.Minute
)

// Await connects to the Pi that has the session file open as soon as there is
// one. After a connection has ended, as it does with every reload, it is the way
// to the next. The error is ctx's, or a *Failure of the code OtherSide when Pi's
// side speaks another version: the extension has to be installed anew.
func Await(ctx context.Context, folders []string, sessionFile string) (*Conn, error) {
	look, began := soon, time.Now()
	timer := time.NewTimer(beat.Next(look))
	defer timer.Stop()
	for {
		// A folder that is not to be trusted is as one without a socket.
		if e, ok, _ := Find(folders, sessionFile); ok {
			conn, err := Dial(ctx, e)
			if err == nil {
				return conn, nil
			}
			if f, refused := err.(*Failure); refused && f.Code == OtherSide {
				return nil, f
			}
		}
		select {
		case <-timer.C:
			if time.Since(began) > soonFor {
				look = later
			}
			timer.Reset(beat.Next(look))
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
