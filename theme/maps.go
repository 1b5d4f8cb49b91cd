package theme

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
)

// Map names a colour map of the fold bar.
type Map string

// The colour maps. All run from dark to light in even perceptual steps.
const (
	Batlow  Map = "batlow"
	Viridis Map = "viridis"
	Plasma  Map = "plasma"
	Magma   Map = "magma"
	Cividis Map = "cividis"
)

// Maps lists the colour maps, the default first.
func Maps() []Map { return []Map{Batlow, Viridis, Plasma, Magma, Cividis} }

// ParseMap reads the name of a colour map. The error lists the names.
func ParseMap(s string) (Map, error) {
	if m := Map(s); slices.Contains(Maps(), m) {
		return m, nil
	}
	names := make([]string, 0, len(anchors))
	for _, m := range Maps() {
		names = append(names, string(m))
	}
	return Batlow, fmt.Errorf("%q is no colour map; there are %s", s, strings.Join(names, ", "))
}

// anchors are every 15th of the 256 entries of each map, evenly spaced.
//
// Batlow is from F. Crameri, Scientific colour maps (MIT licence); Viridis,
// Plasma and Magma are from matplotlib (CC0); Cividis is by Nuñez, Anderton and
// Renslow (2018).
var anchors = map[Map][]string{
	Batlow: {
		"#011959", "#0c2f5d", "#114160", "#154f62", "#1e5d62", "#2f675c",
		"#447052", "#5b7745", "#747e38", "#8f862d", "#ad8c2d", "#ca923c",
		"#e39754", "#f59f74", "#fdaa97", "#fdb5b8", "#fcc0d8", "#faccfa",
	},
	Viridis: {
		"#440154", "#481769", "#472a7a", "#433d84", "#3d4e8a", "#355e8d",
		"#2e6d8e", "#297b8e", "#23898e", "#1f978b", "#21a585", "#2eb37c",
		"#46c06f", "#65cb5e", "#89d548", "#b0dd2f", "#d8e219", "#fde725",
	},
	Plasma: {
		"#0d0887", "#2f0596", "#4903a0", "#6100a7", "#7801a8", "#8e0ca4",
		"#a21d9a", "#b42e8d", "#c43e7f", "#d24f71", "#de6164", "#e97257",
		"#f3854b", "#f99a3e", "#fdaf31", "#fdc627", "#f8df25", "#f0f921",
	},
	Magma: {
		"#000004", "#090720", "#1a1042", "#311165", "#4a1079", "#621980",
		"#792282", "#912b81", "#aa337d", "#c23b75", "#d9466b", "#ec5860",
		"#f7725c", "#fc8e64", "#feaa74", "#fec68a", "#fde2a3", "#fcfdbf",
	},
	Cividis: {
		"#002051", "#002b64", "#0f356c", "#23406e", "#374a6e", "#4b556d",
		"#5c606e", "#6c6b70", "#797673", "#858176", "#928d78", "#9f9978",
		"#aea575", "#bfb26f", "#d2bf66", "#e4cd5a", "#f4db4e", "#fdea45",
	},
}

var points = func() map[Map][]colorful.Color {
	out := make(map[Map][]colorful.Color, len(anchors))
	for m, hexes := range anchors {
		for _, h := range hexes {
			out[m] = append(out[m], mustHex(h))
		}
	}
	return out
}()

// at is the colour of m at t in 0..1, interpolated in OKLab.
func (m Map) at(t float64) colorful.Color {
	p := points[m]
	x := min(max(t, 0), 1) * float64(len(p)-1)
	i := min(int(x), len(p)-2)
	return p[i].BlendOkLab(p[i+1], x-float64(i))
}
