package active

import (
	"cfold/engine/block"
	"cfold/engine/jsjson"
	"cfold/engine/session"
)

// Entries lists the entries the context takes messages from, in order; many
// carry none.
func (c *Context) Entries() []int {
	list := make([]int, len(c.items))
	for n := range c.items {
		list[n] = int(c.items[n].Entry)
	}
	return list
}

// Repeats is the number of ids that more than one block has; those go out whole.
func (c *Context) Repeats() int { return len(c.repeats.ids) }

// Outgoing gives visit the messages of the nth of Entries as they go out, in
// JSON.stringify's form, system messages left out. digest answers the text that
// stands for a block; two blocks with one id are never substituted.
func (c *Context) Outgoing(n int, digest func(id string) (string, bool), visit func(m jsjson.Raw)) error {
	item := c.items[n]
	if item.Omit || !speaks(c.index.Entry(int(item.Entry)).Kind) {
		return nil
	}
	raw, err := c.index.Read(c.file, int(item.Entry))
	if err != nil {
		return err
	}
	edit, err := c.edit(item.Item)
	if err != nil {
		return err
	}
	from := 0
	if n > 0 {
		from = int(c.items[n-1].blocks)
	}
	for nth, m := range session.Messages(raw, edit) {
		if m.Get("role").Equals("system") {
			continue
		}
		digests := map[int]string{}
		for i := from; i < int(item.blocks); i++ {
			b := &c.blocks[i]
			if int(c.refs[i].nth) != nth || !b.Foldable() || c.repeats.ids[b.ID] {
				continue
			}
			if d, ok := digest(b.ID); ok {
				digests[b.Part] = d
			}
		}
		visit(block.Substitute(m, digests))
	}
	return nil
}
