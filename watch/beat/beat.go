package beat

import "time"

// Until is how long it is from now to the next whole multiple of an interval, more
// than nothing and no more than the interval.
func Until(now time.Time, interval time.Duration) time.Duration {
	return interval - time.Duration(now.UnixNano()%int64(interval))
}

// Next is how long it is from the present to the next look of an interval.
func Next(interval time.Duration) time.Duration { return Until(time.Now(), interval) }
