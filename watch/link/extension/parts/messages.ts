// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** What messages are known by, so that a digest finds its block in what Pi hands out for each call. */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Message is what is read of a message. Real sessions hold any value in any of it. */
export interface Message {
	role?: string;
	responseId?: unknown;
	toolCallId?: unknown;
	timestamp?: unknown;
	content?: unknown;
}

/** known is what a message is known by: the id of its block without an assistant's part; empty where it has none. */
export function known(m: Message | null | undefined): string {
	if (m?.role === "assistant") return m.responseId ? `a:${m.responseId}` : m.timestamp ? `a:t${m.timestamp}` : "";
	if (m?.role === "toolResult") return m.toolCallId ? `r:${m.toolCallId}` : "";
	return m?.timestamp ? `${m.role === "user" ? "u" : "s"}:${m.timestamp}` : "";
}

/** Edits maps what messages are known by to the context edit in force on them. */
export type Edits = Record<string, string>;

/** editsOf reads the context edits of the branch. */
export function editsOf(ctx: ExtensionContext): Edits {
	const edits: Edits = {};
	for (const e of ctx.sessionManager.getBranch()) {
		if (e.type !== "context_edit") continue;
		const target = ctx.sessionManager.getEntry(e.targetId);
		const message = target && "message" in target ? target.message : undefined;
		const name = known(message ?? { role: "summary", timestamp: Date.parse(target?.timestamp ?? "") });
		if (name) edits[name] = e.id;
	}
	return edits;
}

/** same tells whether two values are written as the same JSON. */
export function same(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
	const names = Object.keys(a);
	const others = Object.keys(b);
	const value = (of: object, name: string) => (of as Record<string, unknown>)[name];
	return names.length === others.length && names.every((name, i) => name === others[i] && same(value(a, name), value(b, name)));
}
