// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** The model's tools. They are registered once a session has begun: two of one name while loading would stop Pi. */
import type { Engine } from "./engine.ts";
import type { Host } from "./host.ts";
import { refusal } from "./pi.ts";
import type { Data, Stands } from "./stands.ts";

/** RECALL is the tool by which extensions that fold are told. */
export const RECALL = "recall_folded";

type Tool = Parameters<Host["pi"]["registerTool"]>[0];

const codes = { type: "array", items: { type: "string" }, description: "codes from {#code FOLDED} tags, bare or whole" };

/** tool makes one whose parameters are plain JSON schema, which needs no library. */
function tool<Args>(fields: Omit<Tool, "parameters" | "execute" | "label"> & { label: string; parameters: object }, run: (args: Args) => Promise<string>): Tool {
	return {
		...fields,
		parameters: fields.parameters as Tool["parameters"],
		execute: async (_id: string, args: unknown) => ({ content: [{ type: "text" as const, text: await run(args as Args) }], details: undefined }),
	};
}

export function registerTools(host: Host, engine: Engine, stands: Stands): void {
	host.pi.registerTool(
		tool<object>(
			{
				name: RECALL,
				label: "Recall folded",
				description:
					"Read back what a {#code FOLDED} tag stands for, when this step needs a detail of it. Reads are capped: narrow them with grep or lines. " +
					"search finds which folded block holds a term. Blocks stay folded. Where running the command or reading the file again is cheaper, do that.",
				promptSnippet: "read back content behind a {#code FOLDED} tag",
				parameters: {
					type: "object",
					properties: {
						codes,
						grep: { type: "string", description: "only lines that hold this text, in any case" },
						lines: { type: "string", description: 'only these lines, as "40-80"' },
						search: { type: "string", description: "look for a term in all folded blocks; give no codes" },
					},
				},
			},
			async (args) => (await engine.ask<{ text: string }>("recall", { args })).text,
		),
	);
	host.pi.registerTool(
		tool<{ codes: string[] }>(
			{
				name: "unfold",
				label: "Unfold",
				description: "Bring folded blocks back whole, for good, from your next turn on. To read something once, use recall_folded.",
				promptSnippet: "bring folded blocks back whole for good",
				parameters: { type: "object", required: ["codes"], properties: { codes } },
			},
			async (args) => {
				const r = await engine.ask<{ record: Data; text: string }>("unfold", { codes: args.codes });
				if (!stands.append(r.record)) throw refusal("failed", "the session was not written, so nothing was unfolded");
				return r.text;
			},
		),
	);
}
