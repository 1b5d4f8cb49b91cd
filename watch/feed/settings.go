package feed

import (
	"cfold/engine/settings"
	"cfold/watch/config"
)

// setSettings takes in the settings file as it is now.
func (u *Update) setSettings(o Options, file config.File) {
	u.SettingsErr = file.Err
	decoded, err := settings.DecodeFile(file.Data)
	if u.SettingsErr == nil {
		u.SettingsErr = err
	}
	if u.SettingsErr != nil {
		decoded = settings.File{}
	}
	u.SettingsFile = decoded
	u.Settings = settings.Resolve(decoded, o.environ)
}
