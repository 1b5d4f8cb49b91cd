// Package provider is a model provider on the loopback interface that answers by a plan: it speaks the Anthropic
// messages stream to a real Pi, without a network and the same each time.
//
// It owns the plan ([Step]), the simulated prompt cache ([Caching]) and the record of what was asked ([Request]). It
// must not think: the n-th request gets the n-th step, whatever it says, and "Done." once the plan is used up.
//
// Invariants: what [Server.Requests] tells of a request is what was sent for it, figures included; input, cache reads
// and cache writes are disjoint and add up to the prompt. A plan and the requests it meets decide every byte sent.
package provider
