// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** The socket that viewers connect to, and the registry file beside it. */
import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { remove, socketFolder, sweep } from "./folder.ts";
import { type Frame, splitter } from "./frames.ts";
import { codeOf, type Program, PROTOCOL, reasonOf } from "./pi.ts";

/** LONGEST is the longest request of a viewer's, in UTF-16 units. */
const LONGEST = 1 << 20;

/** Serve answers a viewer's request; what it throws is the failure. */
export type Serve = (op: string, request: Frame) => object | Promise<object>;

export class Hub {
	private server?: Server;
	private clients = new Set<Socket>();
	private base = "";

	constructor(
		private program: Program,
		private serve: Serve,
	) {}

	open(onError: (e: Error) => void): void {
		const dir = socketFolder();
		sweep(dir);
		this.base = join(dir, String(process.pid));
		remove(this.socket);
		const server = createServer((s) => this.accept(s));
		this.server = server;
		server.on("error", onError);
		server.listen(this.socket, () => {
			try {
				chmodSync(this.socket, 0o600); // Node makes it 0755
			} catch (e) {
				onError(e as Error);
			}
		});
		server.unref();
	}

	private get socket(): string {
		return `${this.base}.sock`;
	}

	/** register says in the registry file what is served here. */
	register(facts: object): void {
		if (!this.base) return;
		writeFileSync(`${this.base}.part`, `${JSON.stringify({ ...facts, pid: process.pid, socket: this.socket })}\n`, { mode: 0o600 });
		renameSync(`${this.base}.part`, `${this.base}.json`);
	}

	private accept(s: Socket): void {
		this.clients.add(s);
		s.unref();
		s.setEncoding("utf8");
		s.on("error", () => s.destroy());
		s.on("close", () => this.clients.delete(s));
		const lines = splitter((line) => void this.answer(s, line));
		s.on("data", (chunk) => {
			if (lines(String(chunk)) > LONGEST) s.destroy();
		});
		this.send(s, { event: "hello", protocol: PROTOCOL, version: this.program.release });
	}

	private async answer(s: Socket, line: string): Promise<void> {
		let id = 0;
		try {
			const request: Frame = JSON.parse(line);
			id = Number(request.id) || 0;
			this.send(s, { id, ok: await this.serve(String(request.op), request) });
		} catch (e) {
			const code = codeOf(e) ?? (e instanceof SyntaxError ? "bad_request" : "failed");
			this.send(s, { id, error: { code, message: reasonOf(e) } });
		}
	}

	private send(s: Socket, frame: object): void {
		try {
			if (!s.destroyed) s.write(`${JSON.stringify(frame)}\n`);
		} catch {
			s.destroy();
		}
	}

	/** tell sends an event to every viewer. */
	tell(event: string, fields: object = {}): void {
		for (const s of this.clients) this.send(s, { event, ...fields });
	}

	close(): void {
		for (const s of this.clients) s.destroy();
		this.server?.close();
		for (const end of [".sock", ".json"]) if (this.base) remove(this.base + end);
	}
}
