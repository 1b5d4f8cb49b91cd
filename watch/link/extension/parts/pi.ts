// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/**
 * Which Pi this is, and what of it is newer than the oldest that is supported. An event that a Pi does not know registers
 * silently and never fires, so versions are asked and not tried.
 */
import { VERSION } from "@earendil-works/pi-coding-agent";

/** PROTOCOL is the version of the frames, with the program and with viewers. */
export const PROTOCOL = 1;

/** FOLD is the type of the session's entries that hold fold records. */
export const FOLD = "contextfold.fold";

/** atLeast tells whether this Pi is of the version or newer. */
function atLeast(wanted: string): boolean {
	const have = VERSION.split(/[.-]/).map(Number);
	const want = wanted.split(".").map(Number);
	for (let i = 0; i < 3; i++) if (have[i] !== want[i]) return (have[i] || 0) > want[i];
	return true;
}

/** SYSTEM: the messages of a call can be had with the system messages among them. */
export const SYSTEM = atLeast("0.87.0");

/** COMMANDS: a command can be run from outside a command; an older Pi sends its text to the model. */
export const COMMANDS = atLeast("0.84.2");

/** DRAFTS: what stands in the editor survives a reload. */
export const DRAFTS = atLeast("1.6.0");

/** Program is what the extension was installed for. */
export interface Program {
	/** binary is the program's path, or its name on PATH. */
	binary: string;
	/** release is the version that the extension came with. */
	release: string;
}

/** LIMIT is how long a model call, or anybody who waits, waits for the engine, in ms. */
export const LIMIT = 2000;

/** within ends when what is waited for does, or the time is up. */
export function within(what: Promise<unknown>, ms = LIMIT): Promise<unknown> {
	return Promise.race([what, new Promise((done) => setTimeout(done, ms).unref())]);
}

/** refusal is a failure that is answered with a code of the protocol. */
export function refusal(code: string, message: string): Error {
	return Object.assign(new Error(message), { code });
}

/** reasonOf is what an error says; anything can be thrown. */
export function reasonOf(e: unknown): string {
	return e instanceof Error ? e.message : String(e);
}

/** codeOf is the code of an error that has one: of the protocol, or of the system. */
export function codeOf(e: unknown): string | undefined {
	const code = (e as { code?: unknown } | undefined)?.code;
	return typeof code === "string" ? code : undefined;
}
