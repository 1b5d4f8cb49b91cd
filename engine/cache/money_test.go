package cache

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestPricesFollowTheLatestResponse(t *testing.T) {
	var p Prices
	p.Record(modelA, Usage{Input: 100, CacheRead: 1000, CacheWrite: 200, Output: 10,
		Cost: &Cost{Input: 0.0003, CacheRead: 0.0003, CacheWrite: 0.00075, Output: 0.00015}})
	p.Record(modelA, Usage{CacheWrite: 100, Cost: &Cost{CacheWrite: 0.001}})
	r, ok := p.Of(modelA)
	if !ok || !near(r.Write.Dollars, 0.00001) || !near(r.Input.Dollars, 0.000003) || !near(r.CacheRead.Dollars, 0.0000003) || !near(r.Output.Dollars, 0.000015) {
		t.Errorf("%+v %v", r, ok)
	}
	if _, ok := p.Of(modelB); ok {
		t.Error("prices of a model that never answered")
	}
}

func TestReprefill(t *testing.T) {
	for _, c := range []struct {
		name    string
		usages  []Usage
		dollars float64
		known   bool
	}{
		{"nothing seen", nil, 0, false},
		{"writes reported: write rate", []Usage{{Input: 1, CacheWrite: 100, Cost: &Cost{Input: 0.01, CacheWrite: 0.5}}}, 5, true},
		{"none reported: input rate", []Usage{{Input: 100, CacheRead: 5, Cost: &Cost{Input: 0.1, CacheRead: 0.001}}}, 1, true},
		{"no cost carried", []Usage{{Input: 100, CacheWrite: 100}}, 0, false},
		{"a free model shows no price", []Usage{{Input: 100, Cost: &Cost{}}}, 0, false},
		{"writes reported once", []Usage{{CacheWrite: 100, Cost: &Cost{CacheWrite: 0.5}}, {Input: 10, Cost: &Cost{Input: 0.01}}}, 5, true},
	} {
		var p Prices
		for _, u := range c.usages {
			p.Record(modelA, u)
		}
		r, _ := p.Of(modelA)
		if d, known := r.Reprefill(1000); known != c.known || !near(d, c.dollars) {
			t.Errorf("%s: %v %v", c.name, d, known)
		}
	}
	r := Rates{CacheRead: Rate{0.001, true}}
	if d, ok := r.Reread(2000); !ok || !near(d, 2) {
		t.Errorf("reread %v %v", d, ok)
	}
}

func TestSpend(t *testing.T) {
	var s Spend
	s.Record(Usage{Input: 1, CacheRead: 2, CacheWrite: 3, Output: 4, Cost: &Cost{Input: 0.5, Output: 0.25}})
	s.Record(Usage{Input: 1, Cost: &Cost{Input: 9, Total: 1}})
	s.Record(Usage{Input: 1, Cost: &Cost{}})
	s.Record(Usage{Input: 1})
	if want := (Spend{Input: 4, CacheRead: 2, CacheWrite: 3, Output: 4, Dollars: 1.75, Priced: 2}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}

func TestUsageTotal(t *testing.T) {
	if got := (Usage{Input: 1, CacheRead: 2, CacheWrite: 3, Output: 4}).Total(); got != 10 {
		t.Errorf("without a total: %d", got)
	}
	if got := (Usage{Input: 1, TotalTokens: 7}).Total(); got != 7 {
		t.Errorf("with one: %d", got)
	}
}
