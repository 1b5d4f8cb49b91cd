package pane

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// ends stand for Top and Bottom among the steps of a recorder.
const ends = 1000

// recorder keeps what it was told.
type recorder []int

func (r *recorder) Move(by int) { *r = append(*r, by) }
func (r *recorder) Top()        { *r = append(*r, -ends) }
func (r *recorder) Bottom()     { *r = append(*r, ends) }

func TestKeysMove(t *testing.T) {
	keys := []tea.KeyType{tea.KeyUp, tea.KeyDown, tea.KeyPgUp, tea.KeyPgDown, tea.KeyCtrlU, tea.KeyCtrlD, tea.KeyHome, tea.KeyEnd}
	for sight, want := range map[int][]int{
		20: {-1, 1, -19, 19, -9, 9, -ends, ends},
		2:  {-1, 1, -1, 1, -1, 1, -ends, ends},
		0:  {-1, 1, -1, 1, -1, 1, -ends, ends},
	} {
		var moved recorder
		for _, k := range keys {
			if !Move.Act(&moved, tea.KeyMsg{Type: k}, sight) {
				t.Errorf("%v is not a key that moves", k)
			}
		}
		if !slices.Equal(moved, want) {
			t.Errorf("%d in sight: moved %v, want %v", sight, moved, want)
		}
	}
	if Move.Act(new(recorder), tea.KeyMsg{Type: tea.KeyEnter}, 20) {
		t.Error("Enter moves")
	}
}
