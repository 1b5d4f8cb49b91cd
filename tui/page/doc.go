// Package page is a pane of lines that only scrolls: facts about what another
// pane has its cursor on, help, a table that needs no cursor.
//
// It owns how far it is scrolled. The lines are drawn by whoever makes the page,
// for a width, when Refresh, SetSize or SetScene is called; a frame only cuts
// out what is in sight.
package page
