// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** The settings as a dialog of Pi's: choose one, give a value. The program checks it and writes the file. */
import type { Engine, Standing } from "./engine.ts";
import type { Host } from "./host.ts";
import { reasonOf } from "./pi.ts";

/** Knob is one row. */
interface Knob {
	key: string;
	value: string;
	source: string;
	about: string;
	accepts: string;
}

/** Saved is the answer to set. */
interface Saved extends Standing {
	value: string;
	shadowed?: boolean;
}

/** settingsDialog goes on until it is left. */
export async function settingsDialog(host: Host, engine: Engine): Promise<void> {
	const { ui } = host.ctx;
	for (;;) {
		const { settings } = await engine.request<{ settings: Knob[] }>("settings");
		const rows = settings.map((s) => `${s.key} = ${s.value} (${s.source})`);
		const row = await ui.select("Fold settings", rows);
		const knob = row === undefined ? undefined : settings[rows.indexOf(row)];
		if (!knob) return;
		const value = await ui.input(`${knob.key}: ${knob.about} Give ${knob.accepts}; nothing for the default.`, knob.value);
		if (value !== undefined) await save(host, engine, knob.key, value.trim());
	}
}

async function save(host: Host, engine: Engine, key: string, value: string): Promise<void> {
	try {
		const r = await engine.request<Saved>("set", { key, value });
		engine.take(r);
		host.say("info", `${key} is ${r.value}${r.shadowed ? ", from the environment, which rules over what was saved" : ""}`);
	} catch (e) {
		host.say("warning", reasonOf(e));
	}
}
