// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** The engine as a session has it: the child, told which session this is, and what it last said of its settings. */
import { existsSync } from "node:fs";
import { Child, type Fault } from "./child.ts";
import type { Host, Notice } from "./host.ts";
import { type Program, reasonOf } from "./pi.ts";

/** Options are what this side has to know of the settings. */
interface Options {
	disabled: boolean;
	compact: string;
	confirm: boolean;
}

/** Standing is how the session stands by now, as the engine answers when it is asked to look. */
export interface Standing extends Options {
	footer?: string;
	notices?: Notice[];
}

/** Hooks are told what the engine goes through. */
interface Hooks {
	/** forgotten: it knows no message of the context any more, and has to be sent all of them. */
	forgotten(): void;
	/** stands: whether it runs has changed; see fault. */
	stands(): void;
}

export class Engine {
	options: Options = { disabled: false, compact: "det", confirm: false };
	/** opened: the child has answered which options rule, or will not. */
	opened: Promise<void> = Promise.resolve();
	private child: Child;
	private told = 0; // entries it has of a session without a file
	private faulty = false;

	constructor(
		private host: Host,
		program: Program,
		private hooks: Hooks,
	) {
		this.child = new Child(program, {
			started: () => this.open(),
			stands: () => hooks.stands(),
			failed: (what) => this.failed(what),
		});
	}

	get running(): boolean {
		return this.child.running;
	}

	/** fault is why it does not run; undefined while it does. */
	get fault(): Fault | undefined {
		return this.child.fault;
	}

	/** start has it run; false where it cannot now. */
	start(): boolean {
		return this.child.start();
	}

	end(): void {
		this.child.end();
	}

	/** failed tells the person that it does not answer, once until it does. */
	failed(what: string): void {
		this.forget();
		if (this.faulty) return;
		this.faulty = true;
		this.host.say("warning", what);
	}

	/** answered: a call went through, so that the next failure is news. */
	answered(): void {
		this.faulty = false;
	}

	private forget(): void {
		this.told = 0;
		this.hooks.forgotten();
	}

	/** open tells a fresh child, or one whose branch has changed, what session this is. */
	open(): void {
		this.forget();
		const { sessionManager, model } = this.host.ctx;
		const file = sessionManager.getSessionFile();
		const session = { id: sessionManager.getSessionId(), file: file ?? "", persisted: !!file };
		this.opened = this.child.request<Standing>("open", { session, window: model?.contextWindow ?? 0, ...this.at() }).then(
			(r) => this.take(r),
			(e) => this.failed(reasonOf(e)),
		);
	}

	/** take takes in how the session stands, and shows it. */
	take(r: Standing): void {
		this.options = r;
		this.host.footer(r.footer);
		this.host.notices(r.notices);
	}

	/** request asks what needs no session. */
	request<Answer>(op: string, body: object = {}, patience?: number, signal?: AbortSignal): Promise<Answer> {
		return this.child.request<Answer>(op, body, patience, signal);
	}

	/** ask asks about the session as it stands. */
	ask<Answer>(op: string, body: object = {}, patience?: number, signal?: AbortSignal): Promise<Answer> {
		return this.child.request<Answer>(op, { ...body, ...this.at() }, patience, signal);
	}

	/** askJSON is ask with fields, as JSON without braces, that are too large to be written twice. */
	askJSON<Answer>(op: string, fields: string, body: object, patience: number, signal?: AbortSignal): Promise<Answer> {
		return this.child.request<Answer>(op, `${fields},${JSON.stringify({ ...body, ...this.at() }).slice(1, -1)}`, patience, signal);
	}

	/** at is where the session stands: its leaf, the model, and where it can be read. */
	private at(): object {
		const { sessionManager, model } = this.host.ctx;
		return { source: this.source(), leaf: sessionManager.getLeafId(), provider: model?.provider ?? "", model: model?.id ?? "" };
	}

	/** source is the session's file, or while there is none the entries that are new. */
	private source(): object {
		const { sessionManager } = this.host.ctx;
		const file = sessionManager.getSessionFile();
		if (file && existsSync(file)) return { file };
		const entries = sessionManager.getEntries();
		const from = this.told;
		this.told = entries.length;
		return { file: "", entries: entries.slice(from) };
	}

	/** refresh asks how the session stands by now. It does not fail. */
	async refresh(): Promise<void> {
		if (!this.running) return;
		try {
			this.take(await this.ask<Standing>("settled"));
		} catch (e) {
			this.failed(reasonOf(e));
		}
	}
}
