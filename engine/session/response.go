package session

import "cfold/engine/cache"

// Response is one assistant message or one usage entry, as far as accounting
// needs it.
type Response struct {
	Entry int // index of the entry
	// HasUsage is false for a message without a usage object.
	HasUsage bool
	Usage    cache.Usage
	Model    cache.Model
	// Started is when the request was made, in milliseconds since 1970; 0 when
	// the message names no time.
	Started int64
	// Stopped is true for an aborted, Failed for an errored response.
	Stopped, Failed bool
	// Report is the kind of a usage entry (cache_warm and the like); empty for
	// an assistant message.
	Report string
}

// Good reports whether Pi would take the context size from this response: it is
// an assistant's, neither aborted nor errored, and its total is positive.
func (r Response) Good() bool {
	return r.Report == "" && r.HasUsage && !r.Stopped && !r.Failed && r.Usage.Total() > 0
}

// response is what is kept of a Response.
type response struct {
	usage                     cache.Usage
	started                   int64
	origin                    int32
	hasUsage, stopped, failed bool
}

// origin is the model of a response, and the kind of a usage entry.
type origin struct {
	model  cache.Model
	report string
}

// keep stores a response and returns its place.
func (x *Index) keep(r Response) int32 {
	x.responses.Append(response{
		usage: r.Usage, started: r.Started, origin: x.origin(origin{r.Model, r.Report}),
		hasUsage: r.HasUsage, stopped: r.Stopped, failed: r.Failed,
	})
	return int32(x.responses.Len() - 1)
}

// origin numbers where a response came from.
func (x *Index) origin(from origin) int32 {
	n, ok := x.originAt[from]
	if !ok {
		n = int32(len(x.origins))
		x.originAt[from], x.origins = n, append(x.origins, from)
	}
	return n
}

// Response is the accounting record of entry i; ok is false when it is neither
// an assistant message nor a usage entry.
func (x *Index) Response(i int) (r Response, ok bool) {
	e := x.entries.At(i)
	if e.Kind != UsageReport && (e.Kind != Message || e.Role != Assistant) {
		return Response{}, false
	}
	kept := x.responses.At(int(e.detail))
	from := x.origins[kept.origin]
	return Response{
		Entry: i, HasUsage: kept.hasUsage, Usage: kept.usage, Model: from.model, Started: kept.started,
		Stopped: kept.stopped, Failed: kept.failed, Report: from.report,
	}, true
}
