package demo

import (
	"fmt"
	"time"
)

// Script is the demo session: what is written, in order.
type Script struct {
	// Head is there from the beginning, all at once.
	Head Step
	// Steps follow, each after its pause.
	Steps []Step
}

// New makes the script of a session whose last entry is written at end.
func New(end time.Time) Script {
	// The story is told twice, since only then its length is known.
	took := tell(end).clock.Sub(end)
	return tell(end.Add(-took)).script()
}

// opening is how many calls are there from the beginning: enough for a first
// fold.
const opening = 15

func (w *writer) script() Script {
	var s Script
	calls := 0
	for _, step := range w.steps {
		if calls < opening {
			s.Head.Lines = append(s.Head.Lines, step.Lines...)
			s.Head.Index = append(s.Head.Index, step.Index...)
		} else {
			s.Steps = append(s.Steps, step)
		}
		if step.calls {
			calls++
		}
	}
	return s
}

// pace is the usual pause between two steps of the replay.
const pace = 1100 * time.Millisecond

// tell writes the whole session, beginning at start.
func tell(start time.Time) *writer {
	w, t := newWriter(start), newTexts()
	w.pace = pace
	w.line(encode(object{{"type", "session"}, {"version", 3}, {"id", ID}, {"timestamp", stamp(start)}, {"cwd", cwd}}))
	w.put("session_info", member{"name", "shop: taxes in the checkout"})
	w.put("model_change", member{"provider", provider}, member{"modelId", model})
	w.investigate(t)
	w.repair(t)
	w.translate(t)
	w.afterLunch(t)
	w.pause(0)
	return w
}

// investigate: a failing test, read around in.
func (w *writer) investigate(t texts) {
	w.user("The checkout test fails on main since yesterday. Find out why and fix it.")
	w.answer("Run the failing package first, then read what it calls.", "I'll run the checkout tests.",
		bash("go test ./internal/checkout/...", t.tests(24, "TestTaxRounding"), true))
	for n, file := range []string{"checkout/total.go", "checkout/checkout_test.go", "tax/rates.go", "tax/rounding.go", "cart/line.go"} {
		w.answer(fmt.Sprintf("The total is one cent off for JP-13. Look at %s; the error may come from where it rounds.", file), "",
			read("internal/"+file, t.source("checkout", 70+12*n)))
	}
	w.answer("Who else rounds? Search for it before changing anything.", "", bash("grep -rn rounding internal | head -60", t.listing("rounding", 60), false))
	w.answer("The log of the staging server shows how often this happens.", "", bash("tail -n 120 /var/log/shop/staging.log", t.log(120), false))
	w.answer("", "The rate table was split by region yesterday, and the sum is now rounded twice.",
		bash("git log --oneline -n 40 -- internal/tax", t.commits(40), false))
}

// repair: the fix and what it breaks.
func (w *writer) repair(t texts) {
	w.user("Good. Round once, in the total, and keep the old API.")
	w.answer("Round in Total only. Rates keep four digits.", "I'll change the rounding.",
		edit("internal/tax/rounding.go", "func Round(cents float64) int", "func round(cents float64) int"),
		edit("internal/checkout/total.go", "sum += Round(line)", "sum += line"))
	for n, failing := range []string{"TestTaxRounding", "TestRefundOfPartialOrder", ""} {
		w.answer(fmt.Sprintf("Attempt %d: run everything that depends on it.", n+1), "",
			bash("go test ./internal/...", t.tests(40, failing), failing != ""))
		if failing != "" {
			w.answer("A refund takes the rounded line. It has to take the exact one.", "",
				read("internal/refund/refund.go", t.source("refund", 110)),
				edit("internal/refund/refund.go", "line.Rounded", "line.Exact"))
		}
	}
	w.answer("", "Now the vendor metadata, which has the regions.", bash("curl -s https://vendor.example/regions | head", t.hostile(), false))
	for _, dir := range []string{"store", "shipping", "stock"} {
		w.answer("Callers outside the checkout might depend on rounded lines too: "+dir+".", "",
			bash("grep -rn Rounded internal/"+dir, t.listing("line", 45), false),
			read("internal/"+dir+"/"+dir+".go", t.source(dir, 90)))
	}
	w.answer("", "All callers take exact lines now; the tests pass. Rounding happens in one place: internal/checkout/total.go.")
}

// translate: other scripts, a provider's failure, and an original that is needed
// again.
func (w *writer) translate(t texts) {
	w.user("日本語の翻訳も確認してください。Check the translations of the new messages too. 🙏")
	w.answer("翻訳ファイルを読む。Every language needs the new keys.", "", read("locales/ja.toml", t.translations(70)), read("locales/ar.toml", t.translations(40)))
	w.failure("529 overloaded_error: the provider is overloaded")
	w.answer("Compare with the English file.", "", read("locales/en.toml", t.translations(80)))
	w.answer("The failing test's output is folded; read back what it said of JP-13.", "",
		call{tool: "recall_folded", args: object{{"codes", []string{w.foldedCode("bash")}}, {"grep", "JP-13"}}, result: "84: checkout_test.go:91: Error: rounding differs for region JP-13"})
	for _, lang := range []string{"ko", "zh", "ru"} {
		w.answer("Keys of "+lang+" against those of en.", "",
			bash("diff <(cut -d= -f1 locales/en.toml) <(cut -d= -f1 locales/"+lang+".toml)", t.listing("i18n", 40), false),
			read("locales/"+lang+".toml", t.translations(70)))
	}
	w.answer("", "Three keys are missing in ko and zh. I added them from the glossary.")
}

// afterLunch: a cold cache, and a window that is compacted.
func (w *writer) afterLunch(t texts) {
	w.forget(48 * time.Minute)
	w.user("Back from lunch. Write the changelog, then look at the slow queries in the log.")
	w.answer("Nothing has been sent for a while; go on where we were.", "", read("CHANGELOG.md", t.commits(8)))
	kept := w.last
	w.answer("Slow queries: group them by table. Start with a short look.", "", bash("grep WARN /var/log/shop/staging.log | sort -k6 | head -90", t.log(90), false))
	w.compact(kept)
	w.user("The history was compacted. Continue with the slow queries.")
	for _, table := range []string{"orders", "stock", "coupons", "sessions"} {
		w.answer("Look at the plan of a query on "+table+".", "", bash("psql -c 'explain analyze select * from "+table+"'", t.listing("explain", 50), false))
		w.answer("The index on "+table+" is missing or not used. Who builds the query?", "", read("internal/store/"+table+".go", t.source("store", 110)))
		w.answer("", "", edit("migrations/0042_"+table+".sql", "", "create index on "+table+" (created_at);"))
	}
	for n := range 5 {
		if n == 3 {
			w.unfold("read")
			w.answer("The file is needed again and again, so it stays.", "", edit("internal/store/orders.go", "ORDER BY id", "ORDER BY created_at"))
		}
		w.answer(fmt.Sprintf("Measure again, run %d.", n+1), "", bash(fmt.Sprintf("go test -bench=. -count=%d ./internal/store", n+1), t.tests(45, ""), false))
		w.answer("", "", bash("tail -n 60 /var/log/shop/staging.log", t.log(60), false))
	}
	w.answer("Everything asked for is done.", "Four indexes are in; the slowest query went from 1.1 s to 14 ms. The changelog names the rounding fix and the indexes.")
}

func bash(command, output string, failed bool) call {
	return call{"bash", object{{"command", command}}, output, failed}
}

func read(path, content string) call {
	return call{"read", object{{"path", path}}, content, false}
}

func edit(path, old, new string) call {
	return call{"edit", object{{"path", path}, {"edits", []object{{{"oldText", old}, {"newText", new}}}}}, "Edited " + path + ": 1 block replaced.", false}
}

// Length is how long a script plays.
func Length() time.Duration {
	var total time.Duration
	for _, s := range New(time.Unix(0, 0)).Steps {
		total += s.After
	}
	return total
}
