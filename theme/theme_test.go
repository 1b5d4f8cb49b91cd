package theme

import "testing"

func TestSmoke(t *testing.T) {
	for _, m := range Maps() {
		for _, b := range []Background{Dark, Light} {
			for d := Plain; d <= TrueColor; d++ {
				th := New(Options{b, d, m})
				s := ""
				for _, c := range Categories() {
					s += th.Cell(th.Shade(c, .5), th.Shade(c, .5))
				}
				t.Logf("%v %v %v %q", m, b, d, s)
			}
		}
	}
}
