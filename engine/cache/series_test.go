package cache

import (
	"slices"
	"testing"
)

const minute = int64(60_000)

var (
	modelA = Model{"p", "a"}
	modelB = Model{"p", "b"}
)

// answer is a response of model A that many minutes in.
func answer(at int64, input, read, write int) Response {
	return Response{Model: modelA, At: at * minute, Usage: Usage{Input: input, CacheRead: read, CacheWrite: write}}
}

func TestVerdicts(t *testing.T) {
	first := answer(1, 10, 0, 50_000)
	ask := func(between func(*Series), r Response) Judgement {
		var s Series
		s.Respond(first)
		between(&s)
		s.Respond(r)
		return s.Rows()[len(s.Rows())-1].Judge(30)
	}
	none := func(*Series) {}
	lost := answer(2, 10, 0, 60_000)
	for _, c := range []struct {
		name    string
		between func(*Series)
		next    Response
		want    Judgement
	}{
		{"all read", none, answer(2, 10, 50_010, 900), Judgement{VerdictHit, "", 0}},
		{"1024 short", none, answer(2, 10, 48_986, 9000), Judgement{VerdictHit, "", 0}},
		{"1025 short", none, answer(2, 10, 48_985, 9000), Judgement{VerdictMiss, "", 1025}},
		{"a smaller prompt is the measure", none, answer(2, 2000, 3000, 0), Judgement{VerdictMiss, "", 2000}},
		{"nothing shows why", none, lost, Judgement{VerdictMiss, "", 50_010}},
		{"fold", func(s *Series) { s.Fold(1, 9000, 0) }, lost, Judgement{VerdictRewritten, CauseFold, 50_010}},
		{"compaction and fold", func(s *Series) { s.Fold(1, 9, 0); s.Note(MarkCompaction, 0) }, lost, Judgement{VerdictRewritten, CauseCompaction, 50_010}},
		{"edit", func(s *Series) { s.Note(MarkEdit, 0) }, lost, Judgement{VerdictRewritten, CauseEdit, 50_010}},
		{"unfold", func(s *Series) { s.Note(MarkUnfold, 0) }, lost, Judgement{VerdictRewritten, CauseUnfold, 50_010}},
		{"fold that never reached the wire", func(s *Series) { s.Fold(1, 9000, 0) }, answer(2, 10, 50_010, 9), Judgement{VerdictHit, "", 0}},
		{"model change", func(s *Series) { s.Use(modelB, 0); s.Use(modelA, 0) }, lost, Judgement{VerdictMiss, CauseModel, 50_010}},
		{"idle for the interval", none, answer(31, 10, 0, 60_000), Judgement{VerdictMiss, CauseIdle, 50_010}},
		{"idle for less", none, answer(30, 10, 0, 60_000), Judgement{VerdictMiss, "", 50_010}},
		{"kept warm meanwhile", func(s *Series) { s.Warm(modelA, 20*minute) }, answer(31, 10, 0, 60_000), Judgement{VerdictMiss, "", 50_010}},
		{"an answer without usage", none, answer(2, 0, 0, 0), Judgement{}},
	} {
		if got := ask(c.between, c.next); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	var s Series
	s.Respond(first)
	if got := s.Rows()[0].Judge(30); got != (Judgement{}) {
		t.Errorf("the first response is judged %+v", got)
	}
}

func TestNeverReadIsNamedFromTheThird(t *testing.T) {
	var s Series
	for i := range int64(3) {
		s.Respond(answer(i*60, 50_000, 0, 0))
	}
	want := []Cause{CauseUnknown, CauseIdle, CauseNeverRead}
	for i, row := range s.Rows() {
		if got := row.Judge(30).Cause; got != want[i] {
			t.Errorf("response %d: %q, want %q", i, got, want[i])
		}
	}
}

// TestMarksWaitForUsage: an empty response is listed without marks; the next
// with usage carries and is judged by them.
func TestMarksWaitForUsage(t *testing.T) {
	var s Series
	s.Respond(answer(1, 10, 0, 50_000))
	s.Fold(1, 9000, 2*minute)
	s.Respond(answer(3, 0, 0, 0))
	s.Note(MarkEdit, 4*minute)
	s.Respond(answer(50, 10, 0, 41_000))
	rows := s.Rows()
	if len(rows[1].Marks) != 0 {
		t.Errorf("an empty response carries %v", rows[1].Marks)
	}
	want := []Mark{
		{Kind: MarkFold, At: 2 * minute, Layer: 1, Saved: 9000},
		{Kind: MarkEdit, At: 4 * minute},
		{Kind: MarkIdle, At: 50 * minute, Gap: 49 * minute},
	}
	if got := rows[2].MarksWithIdle(30); !slices.Equal(got, want) {
		t.Errorf("marks %v, want %v", got, want)
	}
	if got := rows[2].MarksWithIdle(0); !slices.Equal(got, want[:2]) {
		t.Errorf("marks %v with idle off", got)
	}
}

// TestGapRunsToTheRequest: time spent answering is not idle time.
func TestGapRunsToTheRequest(t *testing.T) {
	var s Series
	s.Respond(answer(1, 10, 0, 50_000))
	slow := answer(60, 10, 0, 50_000)
	slow.Started = 2 * minute
	s.Respond(slow)
	failed := answer(61, 10, 0, 50_000)
	failed.Failed = true
	s.Respond(failed)
	s.Respond(answer(70, 10, 0, 50_000))
	want := []int64{0, minute, minute, 10 * minute}
	for i, row := range s.Rows() {
		if row.Gap != want[i] {
			t.Errorf("response %d: gap %d, want %d", i, row.Gap, want[i])
		}
	}
}

func TestLayers(t *testing.T) {
	var s Series
	s.Respond(answer(1, 10, 0, 50_000))
	s.Fold(1, 1000, 1)
	s.Respond(answer(2, 10, 9, 700))
	s.Fold(2, 100, 2)
	s.Fold(3, 10, 3)
	s.Respond(answer(3, 0, 0, 0))
	s.Respond(answer(4, 10, 9, 500))
	s.Respond(answer(5, 10, 9, 5))
	s.Fold(4, 1, 4)
	s.Use(modelB, 6)
	s.Fold(5, 7, 6)
	want := []LayerCost{
		{Layer: 1, Saved: 1000, At: 1, Response: 1, Reprefill: 700, ReprefillKnown: true, Net: 300},
		{Layer: 2, Saved: 100, At: 2, Response: 3, ReprefillKnown: true, With: 3, Net: 100},
		{Layer: 3, Saved: 10, At: 3, Response: 3, Reprefill: 500, ReprefillKnown: true, Net: -490},
		{Layer: 4, Saved: 1, At: 4, Response: -1},
		{Layer: 5, Saved: 7, At: 6, Response: -1},
	}
	if got := s.Layers(); !slices.Equal(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

func BenchmarkRespond(b *testing.B) {
	var s Series
	for i := 0; b.Loop(); i++ {
		if i%50 == 0 {
			s.Fold(i, 5000, int64(i))
		}
		s.Respond(answer(int64(i), 3, 40_000, 500))
		_ = s.Snapshot()
	}
}
