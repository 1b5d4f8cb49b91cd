package cache

// Spend adds up what a session has cost, whoever spent it: responses of dead
// branches, cache warming and compactions count as well. The zero value is
// nothing spent.
type Spend struct {
	Input      int
	CacheRead  int
	CacheWrite int
	Output     int
	Dollars    float64
	// Priced counts the usages that carried a cost over 0; when it is 0 Dollars
	// is unknown rather than nothing.
	Priced int
}

// Record adds one usage.
func (s *Spend) Record(u Usage) {
	s.Input += u.Input
	s.CacheRead += u.CacheRead
	s.CacheWrite += u.CacheWrite
	s.Output += u.Output
	if d, ok := u.Dollars(); ok && d > 0 {
		s.Dollars += d
		s.Priced++
	}
}
