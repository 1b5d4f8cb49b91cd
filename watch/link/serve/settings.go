package serve

import (
	"bytes"
	"errors"
	"io/fs"
	"os"

	"cfold/engine/jsjson"
	"cfold/engine/seed"
	"cfold/engine/settings"
	"cfold/watch/config"
	"cfold/watch/link"
	"cfold/watch/sessions"
)

// readSettings reads the settings file again and says, once, what in it is not
// accepted.
func (s *server) readSettings() []link.Notice {
	path := config.Path(s.o.Agent)
	read := config.Read(path)
	file, err := settings.DecodeFile(read.Data)
	if err = errors.Join(read.Err, err); err != nil {
		file = settings.File{}
	}
	s.settings = settings.Resolve(file, s.o.Environ)
	if err != nil {
		return s.once("settings "+err.Error(), "warning", path+" is not used: "+err.Error())
	}
	var notices []link.Notice
	for _, i := range s.settings.AllIgnored() {
		notices = append(notices, s.once("ignored "+i.Reason, "warning", string(i.Source)+" setting ignored: "+i.Reason)...)
	}
	return notices
}

// readIndex reads the seed index of the session.
func (s *server) readIndex() error {
	s.log = seed.Log{}
	if s.session.file == "" {
		return nil
	}
	data, err := os.ReadFile(sessions.SeedIndexPath(s.session.file, s.session.id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for line := range bytes.Lines(data) {
		s.log.Add(bytes.TrimSuffix(line, []byte("\n")))
	}
	s.host.Floor(s.log.MaxSeq())
	return err
}

// knob is one row of the settings.
type knob struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Source  string `json:"source"`
	About   string `json:"about"`
	Accepts string `json:"accepts"`
}

func (s *server) knobs(jsjson.Raw) (any, error) {
	s.readSettings()
	var list []knob
	for _, v := range s.settings.All() {
		list = append(list, knob{v.Knob.Key, v.Text(), string(v.Source), v.Knob.About, v.Knob.Accepts()})
	}
	return map[string]any{"settings": list}, nil
}

// saved is what rules once a setting was saved.
type saved struct {
	stands
	Value    string `json:"value"`
	Source   string `json:"source"`
	Shadowed bool   `json:"shadowed"`
}

// set saves one setting; an empty value takes it out of the file.
func (s *server) set(request jsjson.Raw) (any, error) {
	key, input := request.Get("key").Text(), request.Get("value").Text()
	k, err := settings.Lookup(key)
	if err != nil {
		return nil, link.Failuref(link.Refused, "%v", err)
	}
	var value settings.Value
	if input != "" {
		if value, err = k.Parse(input); err != nil {
			return nil, link.Failuref(link.Refused, "%v", err)
		}
	}
	err = config.Update(config.Path(s.o.Agent), func(f config.File) ([]byte, error) {
		file, err := settings.DecodeFile(f.Data)
		if err != nil {
			return nil, err
		}
		if input == "" {
			return file.Unset(key).Encode(), nil
		}
		return file.Set(key, value).Encode(), nil
	})
	if err != nil {
		return nil, link.Failuref(link.Refused, "the settings were not saved: %v", err)
	}
	s.readSettings()
	now, _ := s.settings.Get(key)
	return saved{stands{s.options(), s.footer(), nil}, now.Text(), string(now.Source), now.Shadowed}, nil
}
