package tui

import (
	"testing"

	"cfold/watch/feed"
)

func TestFormShowsWhatSavingWouldDo(t *testing.T) {
	d := newDesk(t, 140, 40)
	d.window = 100_000
	d.reload(nil)
	d.press("s enter")
	d.says("foldAt = 0.45")
	for range 4 {
		d.press("backspace")
	}
	d.typing("1.5")
	d.says("not accepted")
	d.press("enter")
	d.says("foldAt = 1.5")
	for range 3 {
		d.press("backspace")
	}
	d.typing("0.9")
	d.says("then at 90 %")
	d.press("enter")
	d.says("foldAt saved")
	if got := d.read(d.settings); got != "{\n\t\"foldAt\": 0.9\n}\n" {
		t.Errorf("the file holds %q", got)
	}
	d.press("u")
	d.says("again as it was")
	if got := d.read(d.settings); got != "{}\n" {
		t.Errorf("the file holds %q", got)
	}
	d.press("u")
	d.says("nothing was changed here")
}

func TestEnvironmentThatRulesIsSaid(t *testing.T) {
	d := newDesk(t, 140, 40)
	d.reload(func(u *feed.Update) {
		for i := range u.Settings.Settings {
			if s := &u.Settings.Settings[i]; s.Knob.Key == "foldAt" {
				s.Source = "environment"
			}
		}
	})
	d.press("s enter")
	d.says("CONTEXTFOLD_FOLD_AT rules at 0.45")
}

func TestAnUnchangedValueIsNotSaved(t *testing.T) {
	d := newDesk(t, 140, 40)
	d.press("s enter")
	d.says("nothing is changed: 0.45 is the value already")
	d.press("enter")
	d.says("nothing is changed: foldAt stays at 0.45")
	if got := d.read(d.settings); got != "" {
		t.Errorf("the file holds %q", got)
	}
}
