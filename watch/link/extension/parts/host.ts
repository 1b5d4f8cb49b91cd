// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** Pi as one instance of the extension sees it: the context of the newest event, and what is told to the person. */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { COMMANDS, reasonOf } from "./pi.ts";

export type Level = "info" | "warning" | "error";

/** Notice is what the program has to say to the person. */
export interface Notice {
	level: Level;
	text: string;
}

/** Tell sends an event to every viewer. */
export type Tell = (event: string, fields?: object) => void;

export class Host {
	/** ctx is that of the newest event; there is none before session_start. */
	ctx!: ExtensionContext;
	/** busy: a run goes on. compacting: a compaction does. */
	busy = false;
	compacting = false;
	/** over: the session was left, so that there is nobody to tell. */
	over = false;

	constructor(
		readonly pi: ExtensionAPI,
		readonly tell: Tell,
	) {}

	/** say tells the person, in Pi and in every viewer. */
	say(level: Level, text: string): void {
		if (this.over) return;
		const line = `cfold: ${text}`;
		try {
			if (this.ctx?.hasUI) this.ctx.ui.notify(line, level);
			else if (level !== "info") process.stderr.write(`${line}\n`);
		} catch {
			// The session has gone on; there is nobody to tell.
		}
		this.tell("notice", { level, text: line });
	}

	notices(list: Notice[] | undefined): void {
		for (const n of list ?? []) this.say(n.level, n.text);
	}

	/** footer shows a line under the editor; undefined leaves what is there. */
	footer(text: string | undefined): void {
		if (text === undefined || this.over) return;
		try {
			this.ctx.ui.setStatus("cfold", text || undefined);
		} catch {
			// Not this session's any more.
		}
	}

	/** interactive: a person sits in front of it. */
	get interactive(): boolean {
		return this.ctx?.mode ? this.ctx.mode === "tui" : !!this.ctx?.hasUI;
	}

	/** idle: nothing runs, so that a reload is possible. Pi's isIdle alone does not tell of a compaction before 0.87. */
	get idle(): boolean {
		return this.ctx.isIdle() && !this.compacting;
	}

	/** usage is the context usage that Pi reports, in tokens; null where it does not know it. */
	usage(): { tokens: number | null; window: number } {
		const u = this.ctx.getContextUsage();
		return { tokens: u?.tokens ?? null, window: u?.contextWindow ?? this.ctx.model?.contextWindow ?? 0 };
	}

	/** command runs a command as if it had been typed; false where this Pi cannot. */
	command(text: string): boolean {
		if (!COMMANDS) return false;
		this.pi.sendUserMessage(text, { expandPromptTemplates: true });
		return true;
	}

	/** later runs f once the event at hand is over. What it throws is told and harms nothing. */
	later(f: () => void, ms = 0): NodeJS.Timeout {
		const timer = setTimeout(() => {
			try {
				if (!this.over) f();
			} catch (e) {
				this.say("warning", reasonOf(e));
			}
		}, ms);
		timer.unref();
		return timer;
	}
}
