package block

import (
	"crypto/sha256"
	"encoding/hex"

	"cfold/engine/text"
)

// Hash is how an original is recognised: its SHA-256 in hex and its length in
// bytes, both over the text in UTF-8.
func Hash(body string) (sum string, bytes int) {
	utf8 := text.UTF8(body)
	h := sha256.Sum256([]byte(utf8))
	return hex.EncodeToString(h[:]), len(utf8)
}
