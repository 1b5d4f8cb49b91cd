package theme

import (
	"testing"

	"github.com/lucasb-eyer/go-colorful"
)

func everyRamp(t *testing.T, f func(t *testing.T, m Map, b Background, ratio float64, r ramp)) {
	for _, m := range Maps() {
		for _, b := range []Background{Dark, Light} {
			for _, ratio := range []float64{wantMark, wantText} {
				t.Run(string(m)+"/"+b.String(), func(t *testing.T) {
					f(t, m, b, ratio, newRamp(m, b, ratio, []colorful.Color{pageOf(b)}))
				})
			}
		}
	}
}

func TestRampClearsItsRatioAndNoMore(t *testing.T) {
	everyRamp(t, func(t *testing.T, m Map, b Background, ratio float64, r ramp) {
		least := 21.0
		for _, c := range r.shades {
			least = min(least, contrast(c, pageOf(b)))
		}
		if least < ratio {
			t.Errorf("%.2f:1, want %v:1", least, ratio)
		}
		if least > ratio+0.15 {
			t.Errorf("moved further than needed: %.2f:1 for %v:1", least, ratio)
		}
	})
}

func TestRampKeepsTheMapsOrder(t *testing.T) {
	// Neighbouring samples may trade places by what 8 bits cannot tell.
	const rounding = 0.003
	everyRamp(t, func(t *testing.T, m Map, _ Background, _ float64, r ramp) {
		for i := 1; i < len(r.shades); i++ {
			if lightness(r.shades[i]) < lightness(r.shades[i-1])-rounding {
				t.Errorf("sample %d is darker than the one before", i)
			}
		}
		if r.at(0) != r.shades[0] || r.at(1) != r.shades[len(r.shades)-1] {
			t.Error("the ends of the ramp are not its ends")
		}
	})
}

func TestRampStepsLookEqual(t *testing.T) {
	everyRamp(t, func(t *testing.T, m Map, _ Background, _ float64, r ramp) {
		const steps = 8
		least, most := 1.0, 0.0
		for i := range steps {
			d := r.at(float64(i) / steps).DistanceCIEDE2000(r.at(float64(i+1) / steps))
			least, most = min(least, d), max(most, d)
		}
		if most > 2*least {
			t.Errorf("steps of %.3f and of %.3f", least, most)
		}
	})
}

func TestMapsRunFromDarkToLight(t *testing.T) {
	for _, m := range Maps() {
		if len(anchors[m]) != 18 {
			t.Errorf("%s has %d anchors", m, len(anchors[m]))
		}
		for i := 1; i <= 255; i++ {
			if lightness(m.at(float64(i)/255)) < lightness(m.at(float64(i-1)/255)) {
				t.Errorf("%s grows darker at %d", m, i)
			}
		}
		if got, want := m.at(0).Hex(), anchors[m][0]; got != want {
			t.Errorf("%s begins with %s, want %s", m, got, want)
		}
		if got, want := m.at(1).Hex(), anchors[m][17]; got != want {
			t.Errorf("%s ends with %s, want %s", m, got, want)
		}
	}
}

func TestContrast(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#777777", "#ffffff", 4.48}, {"#1e1e1e", "#ffffff", 16.67}, {"#ff0000", "#ff0000", 1}} {
		got := contrast(mustHex(c.a), mustHex(c.b))
		if got < c.want-0.01 || got > c.want+0.01 {
			t.Errorf("%s on %s: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

func TestOKLCHStaysOnTheScreen(t *testing.T) {
	for l := 0.1; l <= 1; l += 0.1 {
		for angle := 0.0; angle < 360; angle += 15 {
			c := oklch(l, 0.3, angle)
			if !c.IsValid() {
				t.Errorf("oklch(%.1f 0.3 %.0f) is %v", l, angle, c)
			}
			if got := lightness(c); got < l-0.02 || got > l+0.02 {
				t.Errorf("oklch(%.1f 0.3 %.0f) has lightness %.3f", l, angle, got)
			}
		}
	}
}
