/**
 * Stands in for an extension that folds: it restores contextfold.fold records, puts the digests in place, and registers
 * the two tools. It never folds anything itself.
 */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI): void {
	const digests = new Map<string, string>();
	for (const name of ["recall_folded", "unfold"]) {
		pi.registerTool({
			name,
			label: name,
			description: name,
			parameters: { type: "object", properties: {} } as any,
			execute: async () => ({ content: [{ type: "text", text: "stand-in" }], details: undefined }),
		} as any);
	}
	pi.on("session_start", (_event: any, ctx: any) => {
		const held = new Set<string>();
		for (const e of ctx.sessionManager.getEntries()) {
			if (e.type !== "custom" || e.customType !== "contextfold.fold") continue;
			for (const d of e.data.layer?.entries ?? []) digests.set(d.id, d.digestText);
			for (const id of e.data.ids ?? []) held.add(id);
		}
		for (const id of held) digests.delete(id);
	});
	const fold = (event: any) => ({
		messages: event.messages.map((m: any) => {
			const digest = m.role === "toolResult" ? digests.get(`r:${m.toolCallId}`) : undefined;
			if (digest) return { ...m, content: [{ type: "text", text: digest }] };
			if (m.role !== "assistant") return m;
			return {
				...m,
				content: m.content.map((p: any, i: number) => {
					const thought = digests.get(`a:${m.responseId}:p${i}`);
					return thought && p.type === "thinking" ? { ...p, thinking: thought } : p;
				}),
			};
		}),
	});
	pi.on((process.env.STANDIN_EVENT ?? "context_with_system") as any, fold as any);
}
