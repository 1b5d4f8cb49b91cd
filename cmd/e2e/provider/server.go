package provider

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"cfold/cmd/e2e"
)

// Config is what a server is started with.
type Config struct {
	Steps   []Step
	Caching Caching
	// Log, unless nil, gets one JSON line for each request when its answer has been sent: n, id, usage, step, body.
	Log io.Writer
}

// Request is one request for a message and what it was answered.
type Request struct {
	N     int             // from 1
	ID    string          // the answer's id, Pi's responseId
	Body  json.RawMessage // as received
	Usage Usage           // as reported
	Text  string          // the answer's text, codes put in
	Sent  bool            // the answer has been sent; false while it is held, when it was an error or the client left
}

// Messages gives the request's messages as received, one JSON value each.
func (r Request) Messages() ([]json.RawMessage, error) {
	var body struct {
		Messages []json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return nil, fmt.Errorf("request %d: %w", r.N, err)
	}
	return body.Messages, nil
}

// Server answers by a plan. Its methods may be called at any time from any goroutine.
type Server struct {
	t    testing.TB
	http *httptest.Server

	mu       sync.Mutex
	cfg      Config
	previous string // the prompt of the request before
	requests []Request
}

// Start starts a server on a free loopback port. It ends with the test, which fails if a request was not understood.
func Start(t testing.TB, cfg Config) *Server {
	cfg.Steps = slices.Clone(cfg.Steps)
	s := &Server{t: t, cfg: cfg}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", s.message)
	s.http = httptest.NewServer(mux)
	t.Cleanup(func() {
		s.http.CloseClientConnections() // an answer on hold would keep Close waiting
		s.http.Close()
	})
	return s
}

// URL is the server's base address, to be named in models.json.
func (s *Server) URL() string { return s.http.URL }

// Extend adds steps to the end of the plan, after the requests answered so far.
func (s *Server) Extend(steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// Answers given beyond the plan's end took a place in it.
	for len(s.cfg.Steps) < len(s.requests) {
		s.cfg.Steps = append(s.cfg.Steps, exhausted)
	}
	s.cfg.Steps = append(s.cfg.Steps, steps...)
}

// Requests gives the requests so far, in the order of their arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// AwaitRequests returns once n requests have arrived, answered or not.
func (s *Server) AwaitRequests(n int) []Request {
	s.t.Helper()
	e2e.Await(s.t, fmt.Sprintf("%d requests at the provider", n), func() bool { return len(s.Requests()) >= n },
		func() string { return fmt.Sprintf("%d have arrived", len(s.Requests())) })
	return s.Requests()
}

// message answers one request.
func (s *Server) message(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client left
	}
	request, step, err := s.take(body)
	if err != nil {
		s.t.Errorf("provider: a request that is not understood: %v", err)
		refuse(w, http.StatusBadRequest)
		return
	}
	if step.Status != http.StatusOK {
		refuse(w, step.Status)
		return
	}
	var named struct {
		Model string `json:"model"`
	}
	if err := json.Unmarshal(body, &named); err != nil {
		s.t.Errorf("provider: %v", err)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := stream{w: w}
	if out.answer(r.Context(), request.ID, named.Model, step, request.Usage) == nil {
		s.sent(request, step) // before the client can know
		out.end()
	}
}

// take records a request and takes its step from the plan.
func (s *Server) take(body []byte) (Request, ready, error) {
	whole, messages, err := prompt(body)
	if err != nil {
		return Request{}, ready{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.requests) + 1
	step := exhausted
	if n <= len(s.cfg.Steps) {
		step = s.cfg.Steps[n-1]
	}
	r, err := prepare(step, n, messages)
	if err != nil {
		return Request{}, ready{}, err
	}
	usage := s.cfg.Caching.account(whole, commonPrefix(s.previous, whole), r.Out)
	if r.Status == http.StatusOK {
		s.previous = whole
	}
	request := Request{N: n, ID: messageID(n), Body: body, Usage: usage, Text: r.Text}
	s.requests = append(s.requests, request)
	return request, r, nil
}

// sent notes that an answer went out whole.
func (s *Server) sent(request Request, step ready) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[request.N-1].Sent = true
	if s.cfg.Log == nil {
		return
	}
	err := json.NewEncoder(s.cfg.Log).Encode(map[string]any{
		"n": request.N, "id": request.ID, "usage": request.Usage, "step": step, "body": request.Body,
	})
	if err != nil {
		s.t.Errorf("provider: writing the log: %v", err)
	}
}

// refuse sends an error in the provider's form.
func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"type":"error","error":{"type":"api_error","message":"refused with %d"}}`, status)
}
