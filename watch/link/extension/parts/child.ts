// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** The program as a child that folds: started, asked, noticed when it is gone. */
import { type ChildProcess, spawn } from "node:child_process";
import { VERSION } from "@earendil-works/pi-coding-agent";
import { type Frame, splitter } from "./frames.ts";
import { codeOf, type Program, PROTOCOL, reasonOf, refusal } from "./pi.ts";

const PATIENCE = 30000; // ms that anything but a model call waits
const RESTART = 60000; // ms between two starts of the child

/** Fault is why no program runs. */
export interface Fault {
	/** missing: there is none. failed: it could not be started. ended: it did. protocol: it is of another version. */
	reason: "missing" | "failed" | "ended" | "protocol";
	program: string;
	message: string;
}

/** Hooks are told what becomes of the child. */
export interface Hooks {
	/** started: a child runs and can be asked. */
	started(): void;
	/** stands: whether a child that answers runs has changed; fault says why not. */
	stands(): void;
	/** failed: it is gone, or cannot be understood. */
	failed(what: string): void;
}

interface Waiting {
	done(value: unknown): void;
	fail(error: Error): void;
}

/** Child is the child process. One that is gone is started again by whoever needs it, at most once in RESTART. */
export class Child {
	/** fault is why none runs; undefined while one does. */
	fault?: Fault;
	private process?: ChildProcess;
	private waiting = new Map<number, Waiting>();
	private last = 0;
	private begun = 0;
	private ended = false;
	private binary: string;

	constructor(
		private program: Program,
		private hooks: Hooks,
	) {
		this.binary = process.env.CFOLD_BINARY || program.binary;
	}

	get running(): boolean {
		return this.process !== undefined;
	}

	/** start runs the child unless it runs; false where it may not be started now. */
	start(): boolean {
		if (this.process) return true;
		const hopeless = this.fault?.reason === "missing" || this.fault?.reason === "protocol";
		if (this.ended || hopeless || (this.begun && Date.now() - this.begun < RESTART)) return false;
		this.begun = Date.now();
		const child = spawn(this.binary, ["engine"], { stdio: ["pipe", "pipe", "ignore"] });
		this.process = child;
		child.on("error", (e) => this.unstarted(child, e));
		child.on("exit", () => this.gone(child, "ended", "the engine ended; what is folded stays folded, and it is started again within a minute"));
		this.listen(child);
		this.greet(child);
		this.hooks.started();
		return true;
	}

	/** listen takes the child's answers, and lets go of its handles so that they do not keep Pi alive. */
	private listen(child: ChildProcess): void {
		const lines = splitter((line) => this.take(line));
		child.stdin?.on("error", () => {});
		child.stdout?.setEncoding("utf8");
		child.stdout?.on("error", () => {});
		child.stdout?.on("data", (chunk: string) => lines(chunk));
		child.unref();
		for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref?(): void } | null)?.unref?.();
	}

	private greet(child: ChildProcess): void {
		this.request("hello", { protocol: PROTOCOL, version: this.program.release, pi: VERSION }).then(
			() => {
				if (this.process !== child || !this.fault) return;
				this.fault = undefined;
				this.hooks.stands();
			},
			(e) => {
				if (this.process !== child) return;
				if (codeOf(e) !== "protocol") return this.hooks.failed(reasonOf(e));
				child.stdin?.end();
				this.gone(child, "protocol", reasonOf(e));
			},
		);
	}

	private unstarted(child: ChildProcess, e: Error): void {
		if (codeOf(e) === "ENOENT") this.gone(child, "missing", `cfold-tui was not found (${this.binary}): nothing folds`);
		else this.gone(child, "failed", `the engine did not start: ${e.message}`);
	}

	private gone(child: ChildProcess, reason: Fault["reason"], message: string): void {
		if (this.process !== child) return;
		this.process = undefined;
		this.fault = { reason, program: this.binary, message };
		for (const w of this.waiting.values()) w.fail(new Error(message));
		if (this.ended) return;
		this.hooks.failed(message);
		this.hooks.stands();
	}

	private take(line: string): void {
		try {
			const frame: Frame = JSON.parse(line);
			const w = this.waiting.get(frame.id ?? 0);
			if (frame.error) w?.fail(refusal(frame.error.code, frame.error.message));
			else w?.done(frame.ok);
		} catch {
			// Not a frame: whoever waits for one runs out of patience.
		}
	}

	/** request asks the child. body is the request's fields, as an object or as JSON without its braces. */
	request<Answer = unknown>(op: string, body: object | string = {}, patience = PATIENCE, signal?: AbortSignal): Promise<Answer> {
		const id = ++this.last;
		const fields = typeof body === "string" ? body : JSON.stringify(body).slice(1, -1);
		return new Promise((resolve, reject) => {
			const stdin = this.process?.stdin;
			if (!stdin) return reject(new Error("the engine is not running"));
			const end = () => {
				clearTimeout(timer);
				signal?.removeEventListener("abort", aborted);
				this.waiting.delete(id);
			};
			const fail = (e: Error) => {
				end();
				reject(e);
			};
			const done = (value: unknown) => {
				end();
				resolve(value as Answer);
			};
			const aborted = () => fail(new Error("aborted"));
			// No idle handle: it keeps Pi alive only while someone waits.
			const late = `the engine did not answer within ${Math.round(patience / 100) / 10} s`;
			const timer = setTimeout(() => fail(new Error(late)), Math.max(0, patience));
			this.waiting.set(id, { done, fail });
			if (signal?.aborted) return aborted();
			signal?.addEventListener("abort", aborted);
			stdin.write(`{"id":${id},"op":"${op}"${fields ? "," : ""}${fields}}\n`);
		});
	}

	/** end ends the child by the end of its input. */
	end(): void {
		this.ended = true;
		this.process?.stdin?.end();
		for (const w of this.waiting.values()) w.fail(new Error("the session ended"));
	}
}
