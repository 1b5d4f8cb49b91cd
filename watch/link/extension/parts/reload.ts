// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** Having another extension take up what was appended and saved: it reads its records and settings when Pi reloads. */
import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { Host } from "./host.ts";
import { COMMANDS, DRAFTS, reasonOf } from "./pi.ts";

/** RELOAD is the command that reloads: only a command can. */
export const RELOAD = "cfold-reload";

const AGAIN = 500; // ms between two looks at whether it is possible

export class Reload {
	private due = false;
	private timer: NodeJS.Timeout | undefined;

	constructor(private host: Host) {}

	/** ask asks for a reload, at once when Pi is idle. It says when that will be. */
	ask(): string {
		this.due = true;
		if (!COMMANDS) {
			this.host.say("info", `type /${RELOAD} so that context-fold takes it up`);
			return `once /${RELOAD} is typed in Pi`;
		}
		const now = this.host.idle && !this.host.busy;
		this.host.later(() => this.settle());
		return now ? "now" : "when Pi is idle";
	}

	/** settle reloads if that is due and possible by now. */
	settle(): void {
		const { host } = this;
		try {
			clearTimeout(this.timer);
			if (host.over || !this.due || !COMMANDS) return;
			// The event of a compaction comes before Pi is idle, and none may come after; a draft would be lost.
			if (!host.idle || (!DRAFTS && host.interactive && host.ctx.ui.getEditorText?.())) {
				this.timer = host.later(() => this.settle(), AGAIN);
				return;
			}
			this.due = false;
			host.command(`/${RELOAD}`);
		} catch (e) {
			host.say("warning", reasonOf(e));
		}
	}

	/** run is the command. */
	async run(ctx: ExtensionCommandContext): Promise<void> {
		await ctx.waitForIdle();
		await ctx.reload();
	}
}
