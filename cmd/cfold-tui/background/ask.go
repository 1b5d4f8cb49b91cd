package background

import (
	"os"
	"time"

	"github.com/muesli/cancelreader"
	"golang.org/x/term"

	"cfold/theme"
)

// Budget is how long a terminal has for its answer.
const Budget = 100 * time.Millisecond

// Ask asks the terminal that in and out are and waits for at most the budget. done
// is false where answers may still come: then in is to be read through Swallow.
func Ask(in, out *os.File, budget time.Duration) (b theme.Background, known, done bool) {
	fd := int(in.Fd())
	state, err := term.MakeRaw(fd)
	if err != nil {
		return theme.Dark, false, true // no terminal: nothing was asked
	}
	defer func() { _ = term.Restore(fd, state) }() // as good as it can be left
	reader, err := cancelreader.NewReader(in)
	if err != nil {
		return theme.Dark, false, true
	}
	if _, err := out.WriteString(query); err != nil {
		return theme.Dark, false, true
	}
	timer := time.AfterFunc(budget, func() { reader.Cancel() })
	defer timer.Stop()
	var data []byte
	for buf := make([]byte, 256); !done; {
		n, err := reader.Read(buf)
		if err != nil {
			break
		}
		data = append(data, buf[:n]...)
		b, known, done = answered(data)
	}
	_ = reader.Close() // the terminal itself stays open
	return b, known, done
}
