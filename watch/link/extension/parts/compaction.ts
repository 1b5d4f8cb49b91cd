// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** A hard compaction that the engine answers from its records, so that no model is asked. */
import type { SessionBeforeCompactEvent } from "@earendil-works/pi-coding-agent";
import type { Engine } from "./engine.ts";
import type { Data, Stands } from "./stands.ts";

/** Made is a compaction as Pi takes it from an extension. */
interface Made {
	summary: string;
	firstKeptEntryId: string;
	tokensBefore: number;
	details: object;
}

export class Compaction {
	private seq = 0; // of the record in the seed index, until Pi has made the compaction

	constructor(
		private engine: Engine,
		private stands: Stands,
	) {}

	/** make makes the compaction; undefined leaves it to Pi's model. */
	async make(event: SessionBeforeCompactEvent): Promise<Made | undefined> {
		const { disabled, compact } = this.engine.options;
		if (disabled || compact !== "det" || !this.engine.start()) return undefined;
		const { firstKeptEntryId, tokensBefore } = event.preparation;
		const begun = await this.engine.ask<{ folds: Data[] }>("compact", { firstKeptEntryId, tokensBefore }, undefined, event.signal);
		const done = begun.folds.map((data) => this.stands.append(data));
		const made = await this.engine.request<{ seq: number; summary: string }>("compacted", { done }, undefined, event.signal);
		this.seq = made.seq;
		return { summary: made.summary, firstKeptEntryId, tokensBefore, details: { cfold: made.seq } };
	}

	/** kept: Pi has made it. */
	kept(): void {
		this.seq = 0;
	}

	/** undo voids the record of one that came to nothing, if there is one. */
	undo(): void {
		const { seq } = this;
		this.seq = 0;
		if (seq) this.engine.request("compact_failed", { seq }).catch(() => {});
	}
}
