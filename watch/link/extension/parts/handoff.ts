// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** The session that takes another one over: a fresh one with a seed as its first message, idle. */
import { existsSync, readFileSync } from "node:fs";
import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { Engine } from "./engine.ts";
import type { Host } from "./host.ts";
import { COMMANDS, refusal } from "./pi.ts";

/** OPEN is the command that starts the session of a seed that a viewer has written. */
export const OPEN = "cfold-handoff";

export class Handoff {
	private path = ""; // of a seed that a viewer has written

	constructor(
		private host: Host,
		private engine: Engine,
	) {}

	/** take is a viewer's wish to start the session of a seed. It says when that will be. */
	take(path: string): string {
		if (!path || !existsSync(path)) throw refusal("bad_request", "path names no handoff seed");
		if (!this.host.ctx.isIdle()) throw refusal("refused", "Pi is busy: hand off once it is idle");
		this.path = path;
		if (!COMMANDS) return `once /${OPEN} is typed in Pi`;
		this.host.later(() => this.host.command(`/${OPEN}`));
		return "now";
	}

	/** open is the command that does it. */
	async open(ctx: ExtensionCommandContext): Promise<void> {
		if (!this.path) return this.host.say("info", "write a handoff in cfold-tui first (H), or use /fold-handoff");
		await replace(ctx, readFileSync(this.path, "utf8"));
	}

	/** write is /fold-handoff: a seed from the engine's records and, where a person agrees, its session. */
	async write(args: string, ctx: ExtensionCommandContext): Promise<void> {
		const { host } = this;
		let goal = args.trim();
		if (!goal && host.interactive) goal = ((await ctx.ui.input("What is the new session for?", "goal")) ?? "").trim();
		if (!goal) return host.say("warning", "give a goal: /fold-handoff <what the new session is for>");
		const r = await this.engine.ask<{ path: string; text: string }>("handoff", { goal });
		host.say("info", `handoff written to ${r.path}`);
		if (!host.interactive || !(await ctx.ui.confirm("Start the session that takes over?", r.path))) return;
		await replace(ctx, r.text);
	}
}

/** replace opens the session in the place of the one at hand. */
async function replace(ctx: ExtensionCommandContext, text: string): Promise<void> {
	const parentSession = ctx.sessionManager.getSessionFile();
	await ctx.newSession({
		parentSession,
		setup: async (manager) => {
			manager.appendMessage({ role: "user", content: [{ type: "text", text }], timestamp: Date.now() });
		},
	});
}
