/**
 * cfold: the way between Pi and cfold-tui. Installed by `cfold-tui link install`; changes are lost with the next one.
 *
 * It carries messages and decides as little as it can. This file says when which part is called; link.ts says what there is.
 */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { OPEN } from "./parts/handoff.ts";
import { Link } from "./parts/link.ts";
import { SYSTEM } from "./parts/pi.ts";
import { RELOAD } from "./parts/reload.ts";

const BINARY = "cfold-tui"; // @binary
const RELEASE = "(devel)"; // @version

export default function (pi: ExtensionAPI): void {
	if (["0", "off", "false"].includes((process.env.CONTEXTFOLD ?? "").trim().toLowerCase())) return;
	const link = new Link(pi, { binary: BINARY, release: RELEASE });

	pi.on("session_start", link.guarded((e) => link.start(e)));
	pi.on("session_shutdown", link.guarded(() => link.stop()));
	pi.on("session_tree", link.guarded(() => link.moved()));
	pi.on("model_select", link.guarded(() => link.modelChanged()));
	pi.on("agent_start", link.guarded(() => link.running()));
	pi.on("agent_settled", link.guarded(() => link.settled()));
	pi.on("message_end", link.guarded((e) => {
		if (e.message.role === "assistant") link.answered();
	}));
	pi.on("input", link.guarded((e, ctx) => (link.folds ? link.cold.input(e, ctx) : undefined)));
	// Where there is an event with the system messages, the other one would move them, and the cached prefix with them.
	pi.on((SYSTEM ? "context_with_system" : "context") as "context", link.guarded(async (e) => {
		const messages = link.folds ? await link.calls.outgoing(e.messages) : undefined;
		return messages ? { messages } : undefined;
	}));
	pi.on("session_before_compact", link.guarded(async (e) => {
		link.host.compacting = true;
		const compaction = link.folds ? await link.compaction.make(e) : undefined;
		return compaction ? { compaction } : undefined;
	}));
	pi.on("session_compact", link.guarded(() => link.compacted()));
	pi.on("session_compact_failed", link.guarded(() => link.compactFailed()));

	pi.registerCommand("context-fold", { description: "Folding: status, settings, discard-images", handler: link.guarded((args) => link.foldCommand(args)) });
	pi.registerCommand("fold-handoff", { description: "Write a handoff for a fresh session, and start it", handler: link.guarded((args, ctx) => link.handoffCommand(args, ctx)) });
	pi.registerCommand(RELOAD, { description: "Have context-fold take up what cfold-tui has changed", handler: link.guarded((_args, ctx) => link.reload.run(ctx)) });
	pi.registerCommand(OPEN, { description: "Start the session of a handoff that cfold-tui has written", handler: link.guarded((_args, ctx) => link.handoff.open(ctx)) });
}
