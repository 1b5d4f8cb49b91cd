package cache_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"cfold/engine/cache"
)

// drawUsage favours the shapes providers report: nothing, warm, cold, all read.
func drawUsage(t *rapid.T) cache.Usage {
	part := rapid.OneOf(rapid.Just(0), rapid.IntRange(1, 90_000))
	return cache.Usage{
		Input:      part.Draw(t, "input"),
		CacheRead:  part.Draw(t, "read"),
		CacheWrite: part.Draw(t, "write"),
	}
}

func drawEvents(t *rapid.T) []cache.Event {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) cache.Event {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0, 1, 2:
			saved := rapid.SampledFrom([]int{0, 500, 12_000}).Draw(t, "saved")
			return cache.Event{Fold: &saved}
		case 3:
			return cache.Event{Model: true}
		}
		u := drawUsage(t)
		return cache.Event{Usage: &u}
	}), 0, 40).Draw(t, "events")
}

// TestRestartEqualsFresh: after a change of model nothing before it counts.
func TestRestartEqualsFresh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawEvents(t), drawEvents(t)
		all := append(append(before, cache.Event{Model: true}), after...)
		if got, want := cache.Account(all), cache.Account(after); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v want %+v", got, want)
		}
	})
}

// TestCopyIsACopy: an account kept aside does not change with the original.
func TestCopyIsACopy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a cache.Telemetry
		for _, e := range drawEvents(t) {
			a.Apply(e)
		}
		kept, want := a, a.Figures()
		for _, e := range drawEvents(t) {
			a.Apply(e)
		}
		if !reflect.DeepEqual(kept.Figures(), want) {
			t.Fatalf("kept %+v, was %+v", kept.Figures(), want)
		}
	})
}

// TestSilentResponsesOnlyCount: a response without usage may stand anywhere
// between two events and changes the turns and the last response alone.
func TestSilentResponsesOnlyCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawEvents(t)
		at := rapid.IntRange(0, len(events)).Draw(t, "at")
		with := append([]cache.Event{}, events[:at]...)
		with = append(with, cache.Event{Usage: &cache.Usage{}})
		with = append(with, events[at:]...)
		got, want := cache.Account(with), cache.Account(events)
		got.Turns, want.Turns = 0, 0
		got.Last, want.Last = nil, nil
		got.LastHitRatio, want.LastHitRatio = nil, nil
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v want %+v", got, want)
		}
	})
}

// TestFoldsCommute: fold events before one response may come in any order.
func TestFoldsCommute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.IntRange(0, 9000).Draw(t, "a"), rapid.IntRange(0, 9000).Draw(t, "b")
		head, tail := drawEvents(t), drawEvents(t)
		run := func(folds ...int) cache.Figures {
			events := append([]cache.Event{}, head...)
			for i := range folds {
				events = append(events, cache.Event{Fold: &folds[i]})
			}
			return cache.Account(append(events, tail...))
		}
		if got, want := run(a, b), run(b, a); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v want %+v", got, want)
		}
	})
}

// feed gives a series the same events as an account, a model per restart.
func feed(s *cache.Series, events []cache.Event) {
	model := cache.Model{Provider: "p", ID: "m"}
	for i, e := range events {
		at := int64(i+1) * 60_000
		switch {
		case e.Model:
			model.ID += "'"
			s.Use(model, at)
		case e.Fold != nil:
			s.Use(model, at)
			s.Fold(i+1, *e.Fold, at)
		default:
			s.Respond(cache.Response{Model: model, At: at, Usage: *e.Usage})
		}
	}
}

// TestSeriesKeepsTheAccount: a series keeps the account of its events, and its
// layers add up to the account's net.
func TestSeriesKeepsTheAccount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawEvents(t)
		var s cache.Series
		feed(&s, events)
		if got, want := s.Account().Figures(), cache.Account(events); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v want %+v", got, want)
		}
		checkLayerSum(t, s)
	})
}

// checkLayerSum compares the newest layers' nets with the account's. Layers of
// earlier models stand before them.
func checkLayerSum(t interface {
	Helper()
	Fatalf(string, ...any)
}, s cache.Series) {
	t.Helper()
	net, known := s.Account().Net()
	if !known {
		return
	}
	layers := s.Layers()
	sum := 0
	for _, l := range layers[len(layers)-s.Account().Figures().FoldEvents:] {
		sum += l.Net
	}
	if sum != net {
		t.Fatalf("layers come to %d, the account to %d", sum, net)
	}
}

// TestSnapshotStands: what a snapshot shows does not change when the series
// grows, in any way.
func TestSnapshotStands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s, again cache.Series
		events, more := drawEvents(t), drawEvents(t)
		feed(&s, events)
		feed(&again, events)
		kept := s.Snapshot()
		feed(&s, more)
		if !reflect.DeepEqual(kept.Rows(), again.Rows()) || !reflect.DeepEqual(kept.Layers(), again.Layers()) {
			t.Fatal("the snapshot changed")
		}
		feed(&kept, more)
		feed(&again, more)
		if !reflect.DeepEqual(kept.Rows(), again.Rows()) || !reflect.DeepEqual(kept.Layers(), again.Layers()) {
			t.Fatal("a snapshot grows otherwise than its original")
		}
	})
}
