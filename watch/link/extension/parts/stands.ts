// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** What stands for blocks. It is kept on this side too, so that a call never waits for it. */
import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import type { Host } from "./host.ts";
import { type Edits, known, type Message } from "./messages.ts";
import { FOLD, reasonOf } from "./pi.ts";

/** Digest is an entry of a layer. */
interface Digest {
	id?: unknown;
	digestText?: unknown;
}

/** Data is a fold record, as far as it is read here. */
export interface Data {
	kind?: string;
	ids?: unknown;
	layer?: { seq?: number; entries?: unknown };
}

/** Part is one part of a message's content. */
interface Part {
	type?: string;
}

/** Stands are the digests in force, by block id, and the blocks that are held whole. */
export class Stands {
	private digests = new Map<string, string>();
	private held = new Set<string>();

	constructor(private host: Host) {}

	/** restore reads the records of a session's entries: the last layer of a seq rules, then the highest seq. */
	restore(entries: SessionEntry[]): void {
		const layers = new Map<number, Digest[]>();
		this.digests.clear();
		this.held.clear();
		for (const e of entries) {
			if (e.type !== "custom" || e.customType !== FOLD) continue;
			const data = e.data as Data | undefined;
			if (data?.kind === "layer" && Array.isArray(data.layer?.entries)) layers.set(data.layer.seq ?? 0, data.layer.entries);
			else this.absorb(data);
		}
		for (const [, list] of [...layers].sort((a, b) => a[0] - b[0])) this.freeze(list);
	}

	/** append persists records through Pi and takes them in; false when one could not be written. */
	append(...records: Data[]): boolean {
		try {
			for (const data of records) {
				this.host.pi.appendEntry(FOLD, data);
				this.absorb(data);
			}
			return true;
		} catch (e) {
			this.host.say("warning", `the session was not written: ${reasonOf(e)}`);
			return false;
		}
	}

	private absorb(data: Data | undefined): void {
		if (data?.kind === "layer" && Array.isArray(data.layer?.entries)) this.freeze(data.layer.entries);
		if (data?.kind === "unfold" && Array.isArray(data.ids)) for (const id of data.ids) this.held.add(id);
	}

	private freeze(list: Digest[]): void {
		for (const d of list) if (typeof d?.id === "string" && typeof d.digestText === "string") this.digests.set(d.id, d.digestText);
	}

	/** replace takes all that the engine says stands. */
	replace(all: Record<string, string>): void {
		this.digests = new Map(Object.entries(all));
	}

	private of(id: string): string | undefined {
		return this.held.has(id) ? undefined : this.digests.get(id);
	}

	/** apply puts the digests into new messages; undefined when nothing is replaced. Two messages known by one name stay. */
	apply<M extends Message>(messages: M[], edits: Edits): M[] | undefined {
		if (this.digests.size === 0) return undefined;
		const names = messages.map(known);
		const count = new Map<string, number>();
		for (const n of names) count.set(n, (count.get(n) ?? 0) + 1);
		let changed = false;
		const out = messages.map((m, i) => {
			const name = names[i];
			if (!name || (count.get(name) ?? 0) > 1) return m;
			const content = this.contentOf(m, name, edits[name] ? `:edit:${edits[name]}` : "");
			if (!content) return m;
			changed = true;
			return { ...m, content };
		});
		return changed ? out : undefined;
	}

	/** contentOf is a message's content with digests in it; undefined where none stands for any of it. */
	private contentOf(m: Message, name: string, tail: string): object[] | undefined {
		if (m.role === "toolResult") {
			const digest = this.of(name + tail);
			return digest === undefined ? undefined : [{ type: "text", text: digest }];
		}
		if (m.role !== "assistant" || !Array.isArray(m.content)) return undefined;
		let touched = false;
		const content = m.content.map((part: Part, j) => {
			const digest = this.of(`${name}:p${j}${tail}`);
			if (digest === undefined || (part?.type !== "thinking" && part?.type !== "text")) return part;
			touched = true;
			return part.type === "thinking" ? { ...part, thinking: digest } : { ...part, text: digest };
		});
		return touched ? content : undefined;
	}
}
