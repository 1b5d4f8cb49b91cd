// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** /context-fold: how folding stands, and what can be done about it. */
import type { Cold } from "./cold.ts";
import type { Engine } from "./engine.ts";
import type { Host } from "./host.ts";
import { settingsDialog } from "./settings.ts";

/** CHOICES are the dialog's rows and the arguments that stand for them. */
const CHOICES: Record<string, string> = { Status: "status", Settings: "settings", "Discard retained images": "discard-images" };

export async function foldCommand(args: string, host: Host, engine: Engine, cold: Cold): Promise<void> {
	let what = args.trim();
	if (!what && host.interactive) {
		const choice = await host.ctx.ui.select("Context fold", Object.keys(CHOICES));
		if (!choice) return;
		what = CHOICES[choice] ?? "";
	}
	switch (what) {
		case "discard-images": {
			const n = cold.discard();
			return host.say("info", n ? `${n} retained ${n === 1 ? "image" : "images"} discarded` : "no images are retained");
		}
		case "settings":
		case "config":
			if (host.interactive) return settingsDialog(host, engine);
			return status(host, engine);
		case "status":
		case "":
			return status(host, engine);
	}
	host.say("warning", `/context-fold knows status, config, settings, discard-images, not "${what}"`);
}

async function status(host: Host, engine: Engine): Promise<void> {
	const r = await engine.ask<{ text: string; footer?: string }>("status");
	host.footer(r.footer);
	if (host.ctx.hasUI) host.say("info", r.text);
	else process.stdout.write(`${r.text}\n`);
}
