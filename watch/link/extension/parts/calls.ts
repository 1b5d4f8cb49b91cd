// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** Folding what goes out with each call: the engine says what stands for which blocks, and this side puts it there. */
import type { Compaction } from "./compaction.ts";
import type { Engine } from "./engine.ts";
import type { Host, Notice } from "./host.ts";
import { type Edits, editsOf, type Message, same } from "./messages.ts";
import { codeOf, LIMIT, reasonOf } from "./pi.ts";
import type { Data, Stands } from "./stands.ts";

/** Called is the answer to a call: what stands, if that has changed, and the fold records of an event, if there is one. */
interface Called {
	changed?: boolean;
	replace?: Record<string, string>;
	figures?: object;
	footer?: string;
	notices?: Notice[];
	folds?: Data[];
}

/** Ask asks for what is left of a call's time. */
type Ask = <Answer>(op: string, body: object) => Promise<Answer>;

export class Calls {
	/** figures are those of the last call, for viewers. */
	figures?: object;
	private sent: Message[] = []; // what the engine has; Pi makes copies for each call

	constructor(
		private host: Host,
		private engine: Engine,
		private stands: Stands,
		private compaction: Compaction,
	) {}

	/** forget has the next call send all messages again. */
	forget(): void {
		this.sent = [];
	}

	/** outgoing folds the messages of one call. Whatever happens, what stood before stands. */
	async outgoing<M extends Message>(messages: M[]): Promise<M[] | undefined> {
		if (this.engine.options.disabled) return undefined;
		const begun = performance.now();
		const edits = editsOf(this.host.ctx);
		try {
			await this.fold(messages, edits, Date.now() + LIMIT);
			this.engine.answered();
		} catch (e) {
			if (reasonOf(e) !== "aborted") this.engine.failed(reasonOf(e));
		}
		const out = this.stands.apply(messages, edits);
		if (this.figures) this.host.tell("view", { figures: this.figures, ms: performance.now() - begun });
		return out;
	}

	private async fold(messages: Message[], edits: Edits, until: number): Promise<void> {
		if (!this.engine.start()) throw new Error("the engine is not running; what is folded stays folded");
		this.compaction.undo();
		const { signal } = this.host.ctx;
		const r = await this.call(messages, { edits, ...this.measured() }, until, signal);
		this.sent = messages.slice();
		if (r.changed) this.stands.replace(r.replace ?? {});
		this.figures = r.figures;
		this.host.footer(r.footer);
		this.host.notices(r.notices);
		if (r.folds) await this.commit(r.folds, (op, body) => this.engine.request(op, body, until - Date.now(), signal));
	}

	private measured(): object {
		const { tokens, window } = this.host.usage();
		return { usage: tokens, window };
	}

	/** call sends what the engine does not have of the messages; all of them where it has lost the rest. */
	private async call(messages: Message[], body: object, until: number, signal?: AbortSignal): Promise<Called> {
		const send = (from: number) => {
			const fields = `"from":${from},"messages":${JSON.stringify(messages.slice(from))}`;
			return this.engine.askJSON<Called>("call", fields, body, until - Date.now(), signal);
		};
		try {
			return await send(this.shared(messages));
		} catch (e) {
			if (codeOf(e) !== "gap") throw e;
			return await send(0);
		}
	}

	/** shared counts the first messages that the engine has. Comparing costs a twentieth of writing them as JSON. */
	private shared(messages: Message[]): number {
		let n = 0;
		while (n < this.sent.length && n < messages.length && same(this.sent[n], messages[n])) n++;
		return n;
	}

	/** commit persists a fold event: fold records, the engine's index record, the layer. Only then it renders. */
	private async commit(folds: Data[], ask: Ask): Promise<void> {
		const done = this.stands.append(...folds);
		const { layer } = await ask<{ layer?: Data }>("folded", { done });
		if (!done || !layer) return;
		const kept = this.stands.append(layer);
		this.host.footer((await ask<{ footer?: string }>("committed", { done: kept })).footer);
	}
}
