// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** The provider's cache runs out: warnings of that, and prompts that are held back for a word of the person's. */
import type { ExtensionContext, InputEvent, InputEventResult } from "@earendil-works/pi-coding-agent";
import type { Engine } from "./engine.ts";
import type { Host } from "./host.ts";
import { LIMIT, within } from "./pi.ts";

const KEEP = "Keep draft";
const SEND = "Send anyway";

/** FURTHEST is the longest time that a timer takes, in ms. */
const FURTHEST = 2 ** 31 - 1;

type Image = NonNullable<InputEvent["images"]>[number];

export class Cold {
	private images: Image[] = []; // of a prompt that was kept back
	private timer?: NodeJS.Timeout;

	constructor(
		private host: Host,
		private engine: Engine,
	) {}

	stop(): void {
		clearTimeout(this.timer);
	}

	/** watch warns of a cache that may have expired, now or when the time comes. */
	watch(): void {
		this.stop();
		if (!this.host.interactive || this.host.busy || !this.engine.running) return;
		this.engine.ask<{ text?: string; due: number }>("idle").then(
			(r) => {
				if (this.host.over || this.host.busy) return;
				if (r.text) this.host.say("warning", r.text);
				if (r.due > 0) this.timer = this.host.later(() => this.watch(), Math.min(r.due + 50, FURTHEST));
			},
			() => {}, // a warning less
		);
	}

	/** discard lets go of the images of a prompt that was kept back. It gives their number. */
	discard(): number {
		const n = this.images.length;
		this.images = [];
		return n;
	}

	/** input holds a prompt back where that is wanted; anything that fails lets it through. */
	async input(event: InputEvent, ctx: ExtensionContext): Promise<InputEventResult | undefined> {
		if (event.source !== "interactive" || !this.host.interactive || event.streamingBehavior || !ctx.isIdle()) return undefined;
		const images = [...this.images, ...(event.images ?? [])];
		if (await this.keepsBack(ctx)) {
			this.images = images;
			ctx.ui.setEditorText(event.text);
			this.host.say("info", "nothing was sent; the draft is in the editor"); // and has it drawn
			return { action: "handled" };
		}
		if (this.images.length === 0) return undefined;
		this.images = [];
		return { action: "transform", text: event.text, images };
	}

	private async keepsBack(ctx: ExtensionContext): Promise<boolean> {
		const place = () => {
			const { model } = this.host.ctx;
			return `${ctx.sessionManager.getSessionId()} ${model?.provider} ${model?.id}`;
		};
		if (!this.engine.running) return false;
		// The first prompt may come before it is known whether to ask.
		await within(this.engine.opened);
		if (!this.engine.options.confirm) return false;
		const before = place();
		const r = await this.engine.ask<{ ask?: boolean; text: string }>("prompt", {}, LIMIT);
		if (!r.ask) return false;
		const choice = await ctx.ui.select(r.text, [KEEP, SEND]);
		return this.host.over || choice !== SEND || place() !== before;
	}
}
