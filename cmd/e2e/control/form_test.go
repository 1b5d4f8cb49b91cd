package control

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSettingsAreCheckedAsOneTypes(t *testing.T) {
	everySize(t, func(t *testing.T, d *desk) {
		d.save(`{"mine": [1, 2]}`)
		d.open()
		d.keys("s")
		d.WaitForText("foldAt")
		d.keys("Enter")
		d.WaitForText("foldAt = 0.45")
		d.replace("7")
		d.WaitForText("not accepted")
		d.keys("Enter")
		d.WaitForText("warning: foldAt")
		d.WaitForText("foldAt = 7")
		if got := d.compact(d.settings()); got != `{"mine":[1,2]}` {
			t.Fatalf("an invalid value was saved: %s", got)
		}
		d.replace("0.9")
		d.WaitForText("then at 90 %")
		d.keys("Enter")
		d.WaitForText("foldAt saved")
		d.WaitForText("0.9 saved")
		if got := d.compact(d.settings()); got != `{"mine":[1,2],"foldAt":0.9}` {
			t.Errorf("saved is %s", got)
		}
		d.keys("u")
		d.WaitForText("as it was")
		if got := d.compact(d.settings()); got != `{"mine":[1,2]}` {
			t.Errorf("after undo: %s", got)
		}
		// Changed by another program.
		d.save(`{"foldAt": 0.2}`)
		d.WaitForText("0.2 saved")
		d.keys("x")
		d.WaitForText("0.45 default")
		// Another provider's idle interval.
		d.keys("a")
		d.WaitForText("idle interval of provider")
		d.replace("anthropic")
		d.keys("Enter")
		d.WaitForText("providerCacheIdleMinutes.anthropic = 30")
		d.replace("off")
		d.keys("Enter")
		d.WaitForText("idle: anthropic")
		if got := d.compact(d.settings()); got != `{"providerCacheIdleMinutes":{"anthropic":0}}` {
			t.Errorf("saved is %s", got)
		}
		// Left without saving.
		d.keys("Enter")
		d.WaitForText("providerCacheIdleMinutes.anthropic = off")
		d.keys("Escape")
		d.WaitForText("nothing saved")
		d.alive()
	})
}

func TestUnparsableSettingsAreReplacedOnlyWhenToldTo(t *testing.T) {
	everySize(t, func(t *testing.T, d *desk) {
		const broken = `{"foldAt": 0.3,`
		d.save(broken)
		d.open()
		d.keys("s", "Enter")
		d.WaitForText("foldAt = 0.45")
		d.replace("0.5")
		d.keys("Enter")
		d.WaitForText("Replace the settings file?")
		d.keys("n")
		d.WaitForText("nothing done")
		if got := d.read(d.settings()); got != broken {
			t.Fatalf("the file became %q", got)
		}
		d.keys("Enter")
		d.replace("0.5")
		d.keys("Enter")
		d.WaitForText("Replace the settings file?")
		d.keys("y")
		d.WaitForText("0.5 saved")
		if got, kept := d.compact(d.settings()), d.read(d.settings()+".broken-1"); got != `{"foldAt":0.5}` || kept != broken {
			t.Errorf("the file became %s, kept is %q", got, kept)
		}
		d.alive()
	})
}

func TestHandoffIsWrittenAndItsPathCopied(t *testing.T) {
	everySize(t, func(t *testing.T, d *desk) {
		d.open()
		d.keys("H")
		d.WaitForText("Hand off to a fresh session")
		d.keys("C-s")
		d.WaitForText("say first")
		d.Type("finish the checkout? q")
		d.keys("Enter")
		d.Type("テスト too")
		d.WaitForText("the seed, from")
		d.keys("Escape")
		d.WaitForText("q quit")
		d.keys("H")
		d.WaitForText("テスト too") // the goal was kept
		d.keys("C-s")
		d.WaitForText("seed written")
		made, err := filepath.Glob(filepath.Join(filepath.Dir(d.path), "context-fold", "*", "handoff-*.md"))
		if err != nil || len(made) != 1 {
			t.Fatalf("written are %q, %v", made, err)
		}
		if text := d.read(made[0]); !strings.Contains(text, "finish the checkout? q\nテスト too") || !strings.Contains(text, d.path) {
			t.Errorf("the seed is\n%.500s", text)
		}
		if copied := d.server.Tmux("show-buffer"); strings.TrimSpace(copied) != made[0] {
			t.Errorf("copied is %q, want %q", copied, made[0])
		}
		d.keys("H")
		d.WaitForText("0 characters")
		d.keys("Escape")
		d.alive()
	})
}

func TestHandoffOfADeletedSession(t *testing.T) {
	everySize(t, func(t *testing.T, d *desk) {
		d.open()
		d.keys("H")
		d.WaitForText("Hand off to a fresh session")
		d.Type("go on")
		d.WaitForText("5 characters")
		if err := os.Rename(d.path, d.path+".away"); err != nil {
			t.Fatal(err)
		}
		d.keys("C-s")
		d.WaitForText("nothing written")
		if made, _ := filepath.Glob(filepath.Join(filepath.Dir(d.path), "context-fold", "*", "handoff-*.md")); len(made) != 0 {
			t.Errorf("written are %q", made)
		}
		d.alive()
	})
}

func TestWritingNeverOverwrites(t *testing.T) {
	everySize(t, func(t *testing.T, d *desk) {
		const mine = "mine"
		path := filepath.Join(d.home, "out.txt")
		d.write(path, mine)
		snapshot := d.load()
		d.open()
		d.keys("G", "w")
		d.WaitForText("write to ")
		d.replace(path)
		d.keys("Enter")
		d.WaitForText("nothing written")
		if d.read(path) != mine {
			t.Fatal("the file was overwritten")
		}
		d.keys("w")
		d.WaitForText("write to ")
		d.replace(path + "2")
		d.keys("Enter")
		d.WaitForText("wrote ")
		want, err := snapshot.Text(len(snapshot.Blocks) - 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.read(path + "2"); got != want {
			t.Errorf("the file holds %q, want %q", got, want)
		}
		d.alive()
	})
}
