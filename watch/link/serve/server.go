package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"

	"cfold/engine/host"
	"cfold/engine/journal"
	"cfold/engine/jsjson"
	"cfold/engine/live"
	"cfold/engine/seed"
	"cfold/engine/settings"
	"cfold/watch/link"
)

// Options are what a server needs of the world.
type Options struct {
	// Version is the program's.
	Version string
	// Agent is Pi's agent folder, where the settings file lies.
	Agent string
	// Environ is as os.LookupEnv, Now the clock.
	Environ func(string) (string, bool)
	Now     func() time.Time
}

// server is one child: one Pi process, one session at a time.
type server struct {
	o    Options
	out  *link.Writer
	ops  map[string]op
	said map[string]bool // notices given, by what they are about

	settings settings.Resolved
	session  sessionInfo
	host     *host.Host
	source   *source
	log      seed.Log

	window  int
	shot    *live.Snapshot // nil when something was read since
	view    host.View
	sent    map[string]string // the replacements Pi has
	event   *host.Event       // open until Pi has appended its layer
	indexed bool              // and its record stands in the seed index
	history *compaction       // open until Pi has appended its fold records
	idle    idleSaid
}

// sessionInfo is what the extension says of the session it is in.
type sessionInfo struct {
	id, file  string
	persisted bool
}

// op answers one operation; a nil value is an empty answer.
type op func(request jsjson.Raw) (any, error)

// Serve answers until the input ends or ctx does. The error is that of writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := &server{o: o, out: link.NewWriter(out), said: map[string]bool{}}
	s.ops = map[string]op{
		"hello": s.hello, "ping": s.ping, "open": s.open,
		"call": s.call, "folded": s.folded, "committed": s.committed, "settled": s.settled,
		"recall": s.recall, "unfold": s.unfold,
		"compact": s.compact, "compacted": s.compacted, "compact_failed": s.compactFailed,
		"handoff": s.handoff, "status": s.status, "settings": s.knobs, "set": s.set,
		"idle": s.idleClock, "prompt": s.prompt,
	}
	if err := s.out.Write(map[string]any{"event": "hello", "protocol": link.Protocol, "version": o.Version}); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- s.loop(in) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return nil // a read cannot be called off: the process ends with it
	}
}

func (s *server) loop(in io.Reader) error {
	lines := link.NewReader(in)
	for {
		line, err := lines.Next()
		if err != nil {
			return nil // the other side is gone, which is how a child ends
		}
		if err := s.answer(line); err != nil {
			return err
		}
	}
}

func (s *server) answer(line []byte) error {
	request, ok := jsjson.Scan(line)
	id := int(request.Get("id").Int())
	if !ok || id == 0 {
		return s.out.Answer(id, nil, link.Failuref(link.BadRequest, "not a request: one JSON object with an id"))
	}
	name := request.Get("op").Text()
	do, known := s.ops[name]
	if !known {
		return s.out.Answer(id, nil, link.Failuref(link.UnknownOp, "unknown operation %q", name))
	}
	value, err := s.run(do, request)
	return s.out.Answer(id, value, err)
}

// run does an operation. A panic fails the request and not the session: Pi goes
// on with what it has.
func (s *server) run(do op, request jsjson.Raw) (value any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = link.Failuref(link.Failed, "internal error: %v", p)
		}
	}()
	return do(request)
}

func (s *server) hello(request jsjson.Raw) (any, error) {
	if v := request.Get("protocol").Int(); v != link.Protocol {
		return nil, link.Failuref(link.OtherSide, "the extension speaks protocol %d, this program %d: run cfold-tui link install", v, link.Protocol)
	}
	return map[string]any{"protocol": link.Protocol, "version": s.o.Version}, nil
}

func (s *server) ping(jsjson.Raw) (any, error) { return nil, nil }

// options is what the extension has to know of the settings.
type options struct {
	Disabled bool   `json:"disabled"`
	Compact  string `json:"compact"`
	Confirm  bool   `json:"confirm"`
}

func (s *server) options() options {
	return options{s.settings.Disabled, s.settings.Word(settings.Compact), s.settings.Word(settings.ConfirmColdPrompt) == "on"}
}

// stands is how the session stands by now: what rules, the footer, and what is to
// be said.
type stands struct {
	options
	Footer  string        `json:"footer"`
	Notices []link.Notice `json:"notices,omitempty"`
}

// open begins a session, or begins it again after its leaf has moved.
func (s *server) open(request jsjson.Raw) (any, error) {
	info := request.Get("session")
	s.session = sessionInfo{id: info.Get("id").Text(), file: info.Get("file").Text(), persisted: info.Get("persisted").IsTrue()}
	s.window = int(request.Get("window").Int())
	s.host, s.view, s.sent, s.event, s.history = host.New(s.session.id), host.View{}, nil, nil, nil
	s.idle = idleSaid{}
	if s.source != nil {
		s.source.close()
		s.source = nil
	}
	notices := s.readSettings()
	if err := s.readIndex(); err != nil {
		notices = append(notices, s.once("index", "warning", "the seed index cannot be read: "+err.Error())...)
	}
	if err := s.sync(request); err != nil {
		return nil, err
	}
	return stands{s.options(), s.footer(), notices}, nil
}

// errClosed is a request before a session was opened.
var errClosed = &link.Failure{Code: link.BadRequest, Message: "no session is open"}

// sync reads what the session holds beyond what was read. The request names its
// file or, while there is none, brings the entries that are new.
func (s *server) sync(request jsjson.Raw) error {
	if s.host == nil {
		return errClosed
	}
	s.shot = nil
	from := request.Get("source")
	file := from.Get("file").Text()
	if s.source == nil || s.source.path != file {
		if err := s.switchTo(file); err != nil {
			return fmt.Errorf("reading the session: %w", err)
		}
	}
	if file == "" {
		s.source.add(from.Get("entries"))
	}
	err := s.source.read(s.host.Restore)
	if errors.Is(err, errShrank) {
		// Rewritten in place: what was folded stays folded, the rest is read again.
		if err = s.switchTo(file); err == nil {
			err = s.source.read(s.host.Restore)
		}
	}
	return err
}

// switchTo reads the session from another place, as when its file has come to be.
func (s *server) switchTo(file string) error {
	next := inMemory(s.session.id)
	if file != "" {
		var err error
		if next, err = openFile(file); err != nil {
			return err
		}
	}
	if s.source != nil {
		s.source.close()
	}
	s.source = next
	return nil
}

// once gives a notice unless one about the same was given before.
func (s *server) once(about, level, text string) []link.Notice {
	if s.said[about] {
		return nil
	}
	s.said[about] = true
	return []link.Notice{{Level: level, Text: link.Text(text)}}
}

// replacements is what has changed of what stands for the messages of the call:
// nil when nothing has, else all of it.
func (s *server) replacements() map[string]link.Text {
	now := s.host.Replacements()
	if s.sent != nil && maps.Equal(now, s.sent) {
		return nil
	}
	s.sent = now
	list := make(map[string]link.Text, len(now))
	for id, digest := range now {
		list[id] = link.Text(digest)
	}
	return list
}

// appendIndex writes a record of the seed index; a session that keeps no file has
// none.
func (s *server) appendIndex(r seed.Record) error {
	if !s.session.persisted || s.session.file == "" {
		return nil
	}
	if err := journal.AppendIndex(s.session.file, s.session.id, r); err != nil {
		return err
	}
	s.log.Add(r.AppendJSON(nil))
	return nil
}

// retract voids a record of the seed index.
func (s *server) retract(seq int) error {
	at := seed.Time(s.o.Now().UnixMilli())
	s.log.Add(seed.AppendRetraction(nil, seq, at))
	if !s.session.persisted || s.session.file == "" {
		return nil
	}
	return journal.RetractIndex(s.session.file, s.session.id, seq, at)
}
