// Package theme turns what a pane wants to say into how a terminal shows it.
//
// It owns the colour maps of the fold bar, the contrast rules, the fallbacks to
// 256, 16 and no colours, and the roles: a pane asks for Error, Held or a shade
// of the fold bar and never names a colour, an attribute or a category's glyph.
//
// It must not read the environment, ask the terminal anything, or know what a
// block or a session is. What depends on the terminal comes in through Options.
//
// Invariants, held for every map, background and depth:
//   - text has at least 4.5:1 against the page and against the row under the
//     cursor, a bar cell, chart cell, mark or border at least 3:1 against the
//     page, the page being #1e1e1e or #ffffff; what is left in the terminal's own
//     foreground has the contrast its user chose;
//   - the shades of the fold bar grow lighter in the order of the categories,
//     except that 16 colours keep only their distinctness;
//   - nothing is said by colour alone: each category, mark and series has its own
//     glyph, one column wide, and a name; the row under the cursor, focus and
//     search matches differ in an attribute, a glyph or a line form too;
//   - at NoColor no colour sequence is written, at Plain no sequence at all.
//
// A Theme is immutable and safe for concurrent use.
package theme
