// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** The folder of sockets, with a registry file beside each, all named by the process they belong to. */
import { lstatSync, mkdirSync, readdirSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "./pi.ts";

/** LONGEST is the longest path of the folder, in bytes: a socket's may have 104. */
const LONGEST = 85;

/** socketFolder is the first folder that is this user's alone and short enough. */
export function socketFolder(): string {
	const uid = process.getuid?.() ?? 0;
	const candidates = [process.env.XDG_RUNTIME_DIR && join(process.env.XDG_RUNTIME_DIR, "cfold"), join(tmpdir(), `cfold-${uid}`)];
	for (const dir of candidates) {
		if (!dir || Buffer.byteLength(dir) > LONGEST) continue;
		try {
			mkdirSync(dir, { recursive: true, mode: 0o700 });
			const info = lstatSync(dir);
			if (info.isDirectory() && info.uid === uid && (info.mode & 0o077) === 0) return dir;
		} catch {
			// The next one.
		}
	}
	throw new Error("no folder of this user's own for the socket");
}

/** sweep removes what processes have left that are no more. */
export function sweep(dir: string): void {
	for (const name of readdirSync(dir)) {
		const pid = Number(/^(\d+)\.(sock|json|part)$/.exec(name)?.[1]);
		if (!pid || pid === process.pid) continue;
		try {
			process.kill(pid, 0);
		} catch (e) {
			if (codeOf(e) === "ESRCH") remove(join(dir, name));
		}
	}
}

/** remove removes a file if it is there. */
export function remove(path: string): void {
	try {
		unlinkSync(path);
	} catch {
		// It was not there.
	}
}
