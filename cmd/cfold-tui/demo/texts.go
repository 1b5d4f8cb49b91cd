package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// texts invents what tools print. The same seed gives the same texts.
type texts struct{ r *rand.Rand }

func newTexts() texts { return texts{rand.New(rand.NewPCG(0x5eed, 0xf01d))} }

func (t texts) pick(list ...string) string { return list[t.r.IntN(len(list))] }

func (t texts) name() string {
	return t.pick("cart", "order", "price", "coupon", "stock", "invoice", "session", "shipping", "tax", "refund") +
		t.pick("Total", "Line", "Store", "Quote", "Rule", "Limit", "Window", "Ledger", "Event", "Cache")
}

func (t texts) hex(n int) string {
	const digits = "0123456789abcdef"
	var b strings.Builder
	for range n {
		b.WriteByte(digits[t.r.IntN(len(digits))])
	}
	return b.String()
}

// source is a file of Go with about that many lines.
func (t texts) source(pkg string, lines int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"context\"\n\t\"errors\"\n\t\"fmt\"\n)\n", pkg)
	for n := 7; n < lines; n += 9 {
		f, v := t.name(), t.name()
		fmt.Fprintf(&b, `
// %[1]s works out the %[2]s of an order in cents.
func %[1]s(ctx context.Context, %[2]s int) (int, error) {
	if %[2]s < %[3]d {
		return 0, fmt.Errorf("%[1]s: %%d is below the limit", %[2]s)
	}
	total := %[2]s*%[4]d + %[3]d // rounding happens in the caller
	return total, errors.Join(ctx.Err(), check%[1]s(total))
}
`, f, v, t.r.IntN(90)+10, t.r.IntN(40)+2)
	}
	return b.String()
}

// listing is what a search for a word prints.
func (t texts) listing(word string, lines int) string {
	var b strings.Builder
	for range lines {
		fmt.Fprintf(&b, "internal/%s/%s.go:%d:\t%s := %s.%s(ctx, %s)\n",
			t.pick("cart", "checkout", "tax", "store"), strings.ToLower(t.name()), t.r.IntN(400)+1, t.name(), word, t.name(), t.name())
	}
	return b.String()
}

// log is a server's log; every now and then a request fails.
func (t texts) log(lines int) string {
	var b strings.Builder
	for n := range lines {
		at := fmt.Sprintf("2026-03-14T09:%02d:%02d.%03dZ", n/60%60, n%60, t.r.IntN(1000))
		switch {
		case n%37 == 21:
			fmt.Fprintf(&b, "%s ERROR checkout: TaxError: no rate for region %s request=%s\n", at, t.pick("JP-13", "DE-BE", "BR-SP"), t.hex(16))
		case n%23 == 11:
			fmt.Fprintf(&b, "%s WARN  store: slow query took=%dms table=%s\n", at, t.r.IntN(900)+300, t.name())
		default:
			fmt.Fprintf(&b, "%s INFO  http: %s /%s/%s status=200 took=%dms request=%s\n", at,
				t.pick("GET", "POST", "PUT"), t.pick("cart", "checkout", "orders", "stock"), t.hex(8), t.r.IntN(80)+2, t.hex(16))
		}
	}
	return b.String()
}

// tests is what go test -v prints, the named test failing if there is one.
func (t texts) tests(count int, failing string) string {
	var b strings.Builder
	for range count {
		fmt.Fprintf(&b, "=== RUN   Test%s\n--- PASS: Test%s (0.%02ds)\n", t.name(), t.name(), t.r.IntN(90))
	}
	if failing == "" {
		return b.String() + "PASS\nok  \tshop/internal/checkout\t0.412s\n"
	}
	fmt.Fprintf(&b, `=== RUN   %[1]s
    checkout_test.go:88: total is 10450, want 10449
    checkout_test.go:91: Error: rounding differs for region JP-13
--- FAIL: %[1]s (0.02s)
FAIL
FAIL	shop/internal/checkout	0.398s
`, failing)
	return b.String()
}

// translations is a file in several scripts.
func (t texts) translations(lines int) string {
	var b strings.Builder
	for range lines {
		fmt.Fprintf(&b, "%s = %q\n", strings.ToLower(t.name()), t.pick(
			"カートに商品を追加しました", "税込み合計金額", "結帳失敗，請再試一次", "주문이 완료되었습니다",
			"Ваш заказ принят", "Zwischensumme einschließlich Steuer", "عربة التسوق فارغة", "🛒 item added 🎉", "👩‍💻 support replies within a day",
		))
	}
	return b.String()
}

// hostile is output that tries to take the terminal over: it sets the title, the
// clipboard and colours, overwrites its line and turns the direction of text.
func (t texts) hostile() string {
	return "fetching vendor metadata\n" +
		"\x1b]0;you have been owned\x07\x1b]52;c;cm0gLXJmIH4=\x07\x1b[2J\x1b[31mred from here on\n" +
		"100 % done\rrm -rf ~ \u202egnp.exe\u202c \u009b5m\x00\n" + t.log(6)
}

// commits is a history, newest first.
func (t texts) commits(lines int) string {
	var b strings.Builder
	for range lines {
		fmt.Fprintf(&b, "%s %s: %s %s (#%d)\n", t.hex(9), t.pick("tax", "cart", "store", "checkout", "docs"),
			t.pick("split", "fix", "speed up", "rename", "test"), t.name(), t.r.IntN(4000)+100)
	}
	return b.String()
}
