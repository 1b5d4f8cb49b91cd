/**
 * cfold: the way between Pi and cfold-tui. Installed by `cfold-tui link install`; changes are lost with the next one.
 *
 * It carries messages and decides as little as it can. Viewers connect to a Unix socket. Where nothing else folds, the
 * program runs as a child and folds (engine mode): this side hands it the messages of each call, appends the records it
 * answers with, and puts digests in the place of blocks. Where context-fold folds (companion mode), it appends what a
 * viewer asks for and reloads, so that context-fold picks it up.
 *
 * An exception outside a handler ends Pi, so every callback catches; an open handle keeps `pi -p` from ending, so every
 * handle is let go of. A call never waits for the child beyond LIMIT: it goes out with what was replaced before.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExtensionAPI, VERSION } from "@earendil-works/pi-coding-agent";

const BINARY = "cfold-tui"; // @binary
const RELEASE = "(devel)"; // @version
const PROTOCOL = 1;
const LIMIT = 2000; // ms that a model call waits for the child, all in all
const PATIENCE = 30000; // ms that anything else waits
const RESTART = 60000; // ms between two starts of the child
const FOLD = "contextfold.fold";

/** atLeast tells whether this Pi is of the version or newer. */
function atLeast(wanted: string): boolean {
	const have = VERSION.split(/[.-]/).map(Number);
	const want = wanted.split(".").map(Number);
	for (let i = 0; i < 3; i++) if (have[i] !== want[i]) return (have[i] || 0) > want[i];
	return true;
}

/** known is what a message is known by: the id of its block without an assistant's part; empty where it has none. */
function known(m: any): string {
	if (m?.role === "assistant") return m.responseId ? `a:${m.responseId}` : m.timestamp ? `a:t${m.timestamp}` : "";
	if (m?.role === "toolResult") return m.toolCallId ? `r:${m.toolCallId}` : "";
	return m?.timestamp ? `${m.role === "user" ? "u" : "s"}:${m.timestamp}` : "";
}

/** editsOf maps what messages are known by to the context edit in force on them. */
function editsOf(ctx: any): Record<string, string> {
	const edits: Record<string, string> = {};
	for (const e of ctx.sessionManager.getBranch()) {
		if (e.type !== "context_edit") continue;
		const target: any = ctx.sessionManager.getEntry(e.targetId);
		const name = known(target?.message ?? { role: "summary", timestamp: Date.parse(target?.timestamp) });
		if (name) edits[name] = e.id;
	}
	return edits;
}

/** same tells whether two values are written as the same JSON. */
function same(a: any, b: any): boolean {
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
	const names = Object.keys(a);
	const others = Object.keys(b);
	return names.length === others.length && names.every((name, i) => name === others[i] && same(a[name], b[name]));
}

type Pending = { done: (value: any) => void; fail: (error: Error) => void; timer: NodeJS.Timeout };

/** Engine is the child that folds. */
class Engine {
	/** missing: there is no such program. */
	missing = false;
	private child?: ChildProcess;
	private waiting = new Map<number, Pending>();
	private last = 0;
	private started = 0;
	private ended = false;

	constructor(private onStart: () => void, private onFault: (what: string) => void) {}

	get running(): boolean {
		return this.child !== undefined;
	}

	/** start runs the child unless it runs, and at most once in RESTART. */
	start(): boolean {
		if (this.child) return true;
		if (this.ended || this.missing || (this.started && Date.now() - this.started < RESTART)) return false;
		this.started = Date.now();
		const child = spawn(process.env.CFOLD_BINARY || BINARY, ["engine"], { stdio: ["pipe", "pipe", "ignore"] });
		this.child = child;
		const gone = (what: string) => {
			if (this.child !== child) return;
			this.child = undefined;
			for (const p of this.waiting.values()) p.fail(new Error(what));
			if (!this.ended) this.onFault(what);
		};
		child.on("error", (e: any) => {
			this.missing = e.code === "ENOENT";
			gone(this.missing ? `cfold-tui was not found (${process.env.CFOLD_BINARY || BINARY}): nothing folds` : `the engine did not start: ${e.message}`);
		});
		child.on("exit", () => gone("the engine ended; what is folded stays folded, and it is started again within a minute"));
		child.stdin?.on("error", () => {});
		let rest = "";
		child.stdout?.setEncoding("utf8");
		child.stdout?.on("error", () => {});
		child.stdout?.on("data", (chunk: string) => {
			const lines = (rest + chunk).split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) this.take(line);
		});
		child.unref();
		(child.stdin as any)?.unref?.();
		(child.stdout as any)?.unref?.();
		this.request("hello", { protocol: PROTOCOL, version: RELEASE, pi: VERSION }).catch((e) => {
			if (this.child === child) this.onFault(e.message);
		});
		this.onStart();
		return true;
	}

	private take(line: string): void {
		try {
			const frame = JSON.parse(line);
			const p = this.waiting.get(frame.id);
			if (frame.error) p?.fail(Object.assign(new Error(frame.error.message), { code: frame.error.code }));
			else p?.done(frame.ok);
		} catch {
			// Not a frame: whoever waits for one runs out of patience.
		}
	}

	/** request asks the child. The timer is no idle handle: it keeps Pi alive only while someone waits. */
	request(op: string, body: object | string = {}, patience = PATIENCE, signal?: AbortSignal): Promise<any> {
		const id = ++this.last;
		const fields = typeof body === "string" ? body : JSON.stringify(body).slice(1, -1);
		return new Promise((resolve, reject) => {
			const child = this.child;
			if (!child?.stdin) return reject(new Error("the engine is not running"));
			const end = (settle: () => void) => {
				clearTimeout(p.timer);
				signal?.removeEventListener("abort", aborted);
				this.waiting.delete(id);
				settle();
			};
			const p: Pending = {
				done: (v) => end(() => resolve(v)),
				fail: (e) => end(() => reject(e)),
				timer: setTimeout(() => p.fail(new Error(`the engine did not answer within ${Math.round(patience / 100) / 10} s`)), Math.max(0, patience)),
			};
			const aborted = () => p.fail(new Error("aborted"));
			this.waiting.set(id, p);
			if (signal?.aborted) return aborted();
			signal?.addEventListener("abort", aborted);
			child.stdin.write(`{"id":${id},"op":"${op}"${fields ? "," : ""}${fields}}\n`);
		});
	}

	end(): void {
		this.ended = true;
		this.child?.stdin?.end();
		for (const p of this.waiting.values()) p.fail(new Error("the session ended"));
	}
}

/** Replacements are what stands for blocks: block id → digest. They are kept here so that a call never waits for them. */
class Replacements {
	private digests = new Map<string, string>();
	private held = new Set<string>();

	/** restore reads the records of a session's entries: the last layer of a seq rules, then the highest seq. */
	restore(entries: any[]): void {
		const layers = new Map<number, any[]>();
		this.digests.clear();
		this.held.clear();
		for (const e of entries) {
			if (e.type !== "custom" || e.customType !== FOLD) continue;
			if (e.data?.kind === "layer" && Array.isArray(e.data.layer?.entries)) layers.set(e.data.layer.seq, e.data.layer.entries);
			else this.absorb(e.data);
		}
		for (const [, list] of [...layers].sort((a, b) => a[0] - b[0])) this.freeze(list);
	}

	/** absorb takes in one record that was appended. */
	absorb(data: any): void {
		if (data?.kind === "layer") this.freeze(data.layer.entries);
		if (data?.kind === "unfold" && Array.isArray(data.ids)) for (const id of data.ids) this.held.add(id);
	}

	private freeze(list: any[]): void {
		for (const d of list) if (typeof d?.id === "string" && typeof d.digestText === "string") this.digests.set(d.id, d.digestText);
	}

	/** replace takes all that the engine says stands. */
	replace(all: Record<string, string>): void {
		this.digests = new Map(Object.entries(all));
	}

	private of(id: string): string | undefined {
		return this.held.has(id) ? undefined : this.digests.get(id);
	}

	/** apply puts the digests into new messages; undefined when nothing is replaced. Two messages known by one name stay. */
	apply(messages: any[], edits: Record<string, string>): any[] | undefined {
		if (this.digests.size === 0) return undefined;
		const names = messages.map(known);
		const count = new Map<string, number>();
		for (const n of names) count.set(n, (count.get(n) ?? 0) + 1);
		let changed = false;
		const out = messages.map((m, i) => {
			const name = names[i];
			if (!name || (count.get(name) ?? 0) > 1) return m;
			const tail = edits[name] ? `:edit:${edits[name]}` : "";
			if (m.role === "toolResult") {
				const digest = this.of(name + tail);
				if (digest === undefined) return m;
				changed = true;
				return { ...m, content: [{ type: "text", text: digest }] };
			}
			if (m.role !== "assistant" || !Array.isArray(m.content)) return m;
			let touched = false;
			const content = m.content.map((part: any, j: number) => {
				const digest = this.of(`${name}:p${j}${tail}`);
				if (digest === undefined || (part.type !== "thinking" && part.type !== "text")) return part;
				touched = true;
				return part.type === "thinking" ? { ...part, thinking: digest } : { ...part, text: digest };
			});
			changed ||= touched;
			return touched ? { ...m, content } : m;
		});
		return changed ? out : undefined;
	}
}

/** socketFolder is the first folder that is ours alone and short enough for a socket's path. */
function socketFolder(): string {
	const uid = process.getuid?.() ?? 0;
	const candidates = [process.env.XDG_RUNTIME_DIR && join(process.env.XDG_RUNTIME_DIR, "cfold"), join(tmpdir(), `cfold-${uid}`)];
	for (const dir of candidates) {
		if (!dir || Buffer.byteLength(dir) > 85) continue;
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

/** Hub is the socket that viewers connect to, and the registry file beside it. */
class Hub {
	private server?: Server;
	private clients = new Set<Socket>();
	private base = "";

	constructor(private handle: (op: string, request: any) => Promise<any>) {}

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
				chmodSync(this.socket, 0o600);
			} catch (e: any) {
				onError(e);
			}
		});
		server.unref();
	}

	get socket(): string {
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
		let rest = "";
		s.on("data", (chunk: any) => {
			const lines = (rest + chunk).split("\n");
			rest = lines.pop() ?? "";
			if (rest.length > 1 << 20) s.destroy();
			for (const line of lines) if (line.trim()) void this.answer(s, line);
		});
		this.send(s, { event: "hello", protocol: PROTOCOL, version: RELEASE });
	}

	private async answer(s: Socket, line: string): Promise<void> {
		let id = 0;
		try {
			const request = JSON.parse(line);
			id = Number(request.id) || 0;
			this.send(s, { id, ok: (await this.handle(String(request.op), request)) ?? {} });
		} catch (e: any) {
			this.send(s, { id, error: { code: e.code ?? (e instanceof SyntaxError ? "bad_request" : "failed"), message: String(e.message) } });
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

function remove(path: string): void {
	try {
		unlinkSync(path);
	} catch {
		// It was not there.
	}
}

/** sweep removes what processes have left that are no more. */
function sweep(dir: string): void {
	for (const name of readdirSync(dir)) {
		const pid = Number(/^(\d+)\.(sock|json|part)$/.exec(name)?.[1]);
		if (!pid || pid === process.pid) continue;
		try {
			process.kill(pid, 0);
		} catch (e: any) {
			if (e.code === "ESRCH") remove(join(dir, name));
		}
	}
}

function refusal(code: string, message: string): Error {
	return Object.assign(new Error(message), { code });
}

const OWNER = Symbol.for("cfold.link");

/** owner is the instance that serves this process's session. */
function owner(): Link | undefined {
	return (globalThis as any)[OWNER];
}

function own(link: Link | undefined): void {
	(globalThis as any)[OWNER] = link;
}

/** Link is one instance of the extension: one session, until a reload or another session ends it. */
class Link {
	private ctx: any;
	private mode: "engine" | "companion" = "engine";
	private options = { disabled: false, compact: "det", confirm: false };
	private stands = new Replacements();
	private engine = new Engine(() => this.opening(), (what) => this.fault(what));
	private hub = new Hub((op, request) => this.serve(op, request));
	private sent: any[] = []; // the messages the child has; Pi makes copies for each call
	private told = 0; // entries the child has of a session without a file
	private faulty = false;
	private figures: any;
	private busy = false;
	private compacting = false;
	private compactSeq = 0; // of a compaction's record, until Pi has made the compaction
	private reloadDue = false;
	private seedPath = "";
	private images: any[] = []; // of a prompt that was kept back
	private timer?: NodeJS.Timeout;
	private over = false;

	constructor(private pi: ExtensionAPI) {}

	/** guarded is a handler whose failure is told and harms nothing. */
	guarded<A extends any[], R>(f: (...args: A) => Promise<R> | R): (...args: A) => Promise<R | undefined> {
		return async (...args: A) => {
			try {
				return await f.apply(this, args);
			} catch (e: any) {
				this.say("warning", `cfold: ${e?.message ?? e}`);
				return undefined;
			}
		};
	}

	private say(level: "info" | "warning" | "error", text: string): void {
		if (this.over) return;
		try {
			if (this.ctx?.hasUI) this.ctx.ui.notify(text, level);
			else if (level !== "info") process.stderr.write(`${text}\n`);
		} catch {
			// The session has gone on; there is nobody to tell.
		}
		this.hub.tell("notice", { level, text });
	}

	private fault(what: string): void {
		this.sent = [];
		this.told = 0;
		if (this.faulty) return;
		this.faulty = true;
		this.say("warning", `cfold: ${what}`);
	}

	private notices(list: any[] | undefined): void {
		for (const n of list ?? []) this.say(n.level, `cfold: ${n.text}`);
	}

	private footer(text: string | undefined): void {
		if (text === undefined || this.over) return;
		try {
			this.ctx.ui.setStatus("cfold", text || undefined);
		} catch {
			// Not this session's any more.
		}
	}

	private get interactive(): boolean {
		return this.ctx?.mode ? this.ctx.mode === "tui" : !!this.ctx?.hasUI;
	}

	start(event: any, ctx: any): void {
		this.ctx = ctx;
		const taken = this.pi.getAllTools().some((t: any) => t.name === "recall_folded");
		this.mode = taken ? "companion" : "engine";
		if (owner() && owner() !== this) {
			this.mode = "companion"; // loaded twice, as by -e beside the installed one: the other serves
			return this.say("warning", "cfold: the extension is loaded twice; the second one does nothing");
		}
		own(this);
		try {
			this.hub.open((e) => this.say("warning", `cfold: no socket for viewers: ${e.message}`));
			this.register();
		} catch (e: any) {
			this.say("warning", `cfold: no socket for viewers: ${e.message}`);
		}
		if (this.mode === "companion") return;
		this.stands.restore(ctx.sessionManager.getEntries());
		if (!this.engine.start()) return;
		this.tools();
		if (this.interactive && event.reason !== "new") this.askIdle();
	}

	stop(): void {
		this.over = true;
		if (owner() === this) own(undefined);
		clearTimeout(this.timer);
		this.hub.close();
		this.engine.end();
	}

	// What is said of the session.

	private facts(): any {
		const sm = this.ctx.sessionManager;
		const model = this.ctx.model;
		return {
			protocol: PROTOCOL, version: RELEASE, pi: VERSION, mode: this.mode, started: Link.started,
			session_file: sm.getSessionFile() ?? "", session_id: sm.getSessionId(), cwd: this.ctx.cwd,
			provider: model?.provider ?? "", model: model?.id ?? "", window: model?.contextWindow ?? 0,
		};
	}

	private static started = new Date().toISOString();

	private usage(): any {
		const u = this.ctx.getContextUsage();
		return { tokens: u?.tokens ?? null, window: u?.contextWindow ?? this.ctx.model?.contextWindow ?? 0 };
	}

	private register(): void {
		this.hub.register(this.facts());
	}

	/** source tells the child where the session can be read, or hands it what is new while there is no file. */
	private source(): object {
		const sm = this.ctx.sessionManager;
		const file = sm.getSessionFile();
		if (file && existsSync(file)) return { file };
		const entries = sm.getEntries();
		const from = this.told;
		this.told = entries.length;
		return { file: "", entries: entries.slice(from) };
	}

	private at(): object {
		return { source: this.source(), leaf: this.ctx.sessionManager.getLeafId(), provider: this.ctx.model?.provider ?? "", model: this.ctx.model?.id ?? "" };
	}

	/** opening tells a fresh child, or one whose branch has changed, what session this is. */
	private opening(): void {
		this.sent = [];
		this.told = 0;
		const sm = this.ctx.sessionManager;
		const file = sm.getSessionFile();
		const session = { id: sm.getSessionId(), file: file ?? "", persisted: !!file };
		this.engine
			.request("open", { session, window: this.ctx.model?.contextWindow ?? 0, ...this.at() })
			.then((r) => {
				this.options = r;
				this.footer(r.footer);
				this.notices(r.notices);
			})
			.catch((e) => this.fault(e.message));
	}

	// Folding.

	/** outgoing folds the messages of one call. Whatever happens, what stood before stands. */
	async outgoing(messages: any[], ctx: any): Promise<any[] | undefined> {
		if (this.mode !== "engine" || this.options.disabled) return undefined;
		this.ctx = ctx;
		const begun = performance.now();
		const edits = editsOf(ctx);
		try {
			await this.fold(messages, edits, Date.now() + LIMIT);
			this.faulty = false;
		} catch (e: any) {
			if (e.message !== "aborted") this.fault(e.message);
		}
		const out = this.stands.apply(messages, edits);
		if (this.figures) this.hub.tell("view", { figures: this.figures, ms: performance.now() - begun });
		return out;
	}

	private async fold(messages: any[], edits: Record<string, string>, until: number): Promise<void> {
		if (!this.engine.start()) throw new Error("the engine is not running; what is folded stays folded");
		if (this.compactSeq) this.undoCompaction();
		const ask = (op: string, body: object | string) => this.engine.request(op, body, until - Date.now(), this.ctx.signal);
		// Comparing costs a twentieth of writing all of them as JSON, and the most is as it was.
		let from = 0;
		while (from < this.sent.length && from < messages.length && same(this.sent[from], messages[from])) from++;
		const usage = this.usage();
		const rest = JSON.stringify({ edits, usage: usage.tokens, window: usage.window, ...this.at() }).slice(1, -1);
		let r: any;
		try {
			r = await ask("call", `"from":${from},"messages":${JSON.stringify(messages.slice(from))},${rest}`);
		} catch (e: any) {
			if (e.code !== "gap") throw e;
			r = await ask("call", `"from":0,"messages":${JSON.stringify(messages)},${rest}`);
		}
		this.sent = messages.slice();
		if (r.changed) this.stands.replace(r.replace ?? {});
		this.figures = r.figures;
		this.footer(r.footer);
		this.notices(r.notices);
		if (r.folds) await this.commit(r.folds, ask);
	}

	/** commit persists a fold event: fold records, the child's index record, the layer. Only then it renders. */
	private async commit(folds: any[], ask: (op: string, body: object) => Promise<any>): Promise<void> {
		const done = this.append(...folds);
		const r = await ask("folded", { done });
		if (!done || !r.layer) return;
		const kept = this.append(r.layer);
		this.footer((await ask("committed", { done: kept })).footer);
	}

	/** append persists records through Pi; false when one could not be. */
	private append(...records: any[]): boolean {
		try {
			for (const data of records) {
				this.pi.appendEntry(FOLD, data);
				this.stands.absorb(data);
			}
			return true;
		} catch (e: any) {
			this.say("warning", `cfold: the session was not written: ${e.message}`);
			return false;
		}
	}

	// Compaction.

	async beforeCompact(event: any, ctx: any): Promise<any> {
		this.ctx = ctx;
		this.compacting = true;
		if (this.mode !== "engine" || this.options.disabled || this.options.compact !== "det" || !this.engine.start()) return undefined;
		const { firstKeptEntryId, tokensBefore } = event.preparation;
		const begun = await this.engine.request("compact", { firstKeptEntryId, tokensBefore, ...this.at() }, PATIENCE, event.signal);
		const done = begun.folds.map((data: any) => this.append(data));
		const made = await this.engine.request("compacted", { done }, PATIENCE, event.signal);
		this.compactSeq = made.seq;
		return { compaction: { summary: made.summary, firstKeptEntryId, tokensBefore, details: { cfold: made.seq } } };
	}

	compacted(ctx: any): void {
		this.ctx = ctx;
		this.compacting = false;
		this.compactSeq = 0;
		this.settled(ctx);
	}

	compactFailed(ctx: any): void {
		this.ctx = ctx;
		this.compacting = false;
		this.undoCompaction();
		this.reloadSoon();
	}

	private undoCompaction(): void {
		const seq = this.compactSeq;
		this.compactSeq = 0;
		if (seq) this.engine.request("compact_failed", { seq }).catch(() => {});
	}

	// Between calls.

	running(ctx: any): void {
		this.ctx = ctx;
		this.busy = true;
		clearTimeout(this.timer);
		this.hub.tell("busy");
	}

	answered(ctx: any): void {
		this.ctx = ctx;
		this.hub.tell("usage", this.usage());
	}

	/** settled: the run has ended, or a compaction has. */
	settled(ctx: any): void {
		this.ctx = ctx;
		this.busy = false;
		this.register(); // the file may have come to be
		this.hub.tell("usage", this.usage());
		this.hub.tell("idle");
		this.reloadSoon();
		this.refresh();
	}

	/** refresh shows how things stand by now, and says what is new. */
	private refresh(): void {
		if (this.mode !== "engine" || !this.engine.running) return;
		this.engine
			.request("settled", this.at())
			.then((r) => {
				this.footer(r.footer);
				this.notices(r.notices);
				if (!this.busy) this.askIdle();
			})
			.catch((e) => this.fault(e.message));
	}

	moved(ctx: any): void {
		this.ctx = ctx;
		this.hub.tell("session", this.facts());
		if (this.mode !== "engine") return;
		this.stands.restore(ctx.sessionManager.getEntries());
		if (this.engine.running) this.opening();
	}

	modelChanged(ctx: any): void {
		this.ctx = ctx;
		this.register();
		this.hub.tell("session", this.facts());
		this.hub.tell("usage", this.usage());
		this.askIdle();
	}

	/** askIdle warns of a cache that may have expired, now or when the time comes. */
	private askIdle(): void {
		clearTimeout(this.timer);
		if (!this.interactive || this.mode !== "engine" || !this.engine.running) return;
		this.engine
			.request("idle", this.at())
			.then((r) => {
				if (this.over || this.busy) return;
				if (r.text) this.say("warning", `cfold: ${r.text}`);
				if (!(r.due > 0)) return;
				this.timer = setTimeout(() => this.askIdle(), Math.min(r.due + 50, 2 ** 31 - 1));
				this.timer.unref();
			})
			.catch(() => {});
	}

	/** input holds a prompt back for a word of the person's where that is wanted; anything that fails lets it through. */
	async input(event: any, ctx: any): Promise<any> {
		this.ctx = ctx;
		if (this.mode !== "engine" || event.source !== "interactive" || !this.interactive || event.streamingBehavior || !ctx.isIdle()) return undefined;
		const images = [...this.images, ...(event.images ?? [])];
		if (this.options.confirm && this.engine.running && (await this.keepsBack(ctx))) {
			this.images = images;
			ctx.ui.setEditorText(event.text);
			this.say("info", "cfold: nothing was sent; the draft is in the editor"); // and has it drawn
			return { action: "handled" };
		}
		if (this.images.length === 0) return undefined;
		this.images = [];
		return { action: "transform", text: event.text, images };
	}

	private async keepsBack(ctx: any): Promise<boolean> {
		const place = () => `${ctx.sessionManager.getSessionId()} ${this.ctx.model?.provider} ${this.ctx.model?.id}`;
		const before = place();
		const r = await this.engine.request("prompt", this.at(), LIMIT);
		if (!r.ask) return false;
		const choice = await ctx.ui.select(r.text, ["Keep draft", "Send anyway"]);
		return this.over || choice !== "Send anyway" || place() !== before;
	}

	// The model's tools.

	private tools(): void {
		const codes = { type: "array", items: { type: "string" }, description: "codes from {#code FOLDED} tags, bare or whole" };
		const answer = (text: string) => ({ content: [{ type: "text" as const, text }], details: undefined });
		this.pi.registerTool({
			name: "recall_folded",
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
			} as any,
			execute: async (_id: string, args: any) => answer((await this.engine.request("recall", { args, ...this.at() })).text),
		} as any);
		this.pi.registerTool({
			name: "unfold",
			label: "Unfold",
			description: "Bring folded blocks back whole, for good, from your next turn on. To read something once, use recall_folded.",
			promptSnippet: "bring folded blocks back whole for good",
			parameters: { type: "object", required: ["codes"], properties: { codes } } as any,
			execute: async (_id: string, args: any) => answer((await this.unfold(args.codes)).text),
		} as any);
	}

	private async unfold(codes: string[]): Promise<any> {
		const r = await this.engine.request("unfold", { codes, ...this.at() });
		if (!this.append(r.record)) throw refusal("failed", "the session was not written, so nothing was unfolded");
		return r;
	}

	// What viewers ask for.

	private async serve(op: string, request: any): Promise<any> {
		switch (op) {
			case "hello":
				if (request.protocol !== PROTOCOL) throw refusal("protocol", `this extension speaks protocol ${PROTOCOL}, the viewer ${request.protocol}: run cfold-tui link install, then /reload`);
				return { ...this.facts(), usage: this.usage(), busy: this.busy || !this.ctx.isIdle(), figures: this.figures };
			case "ping":
				return {};
			case "unfold":
			case "hold":
				return this.hold(request);
			case "settings":
				return this.apply();
			case "handoff":
				return this.handOver(String(request.path ?? ""));
		}
		throw refusal("unknown_op", `unknown operation "${op}"`);
	}

	/** hold appends an unfold record: the same for a folded block, which comes back, and a whole one, which never folds. */
	private async hold(request: any): Promise<any> {
		const ids = Array.isArray(request.ids) ? request.ids.filter((id: any) => typeof id === "string" && id) : [];
		if (ids.length === 0) throw refusal("bad_request", "ids names no block");
		if (!this.append({ kind: "unfold", ids })) throw refusal("failed", "Pi could not write the session");
		if (this.mode === "engine") return { ids, when: "with the next call" };
		return { ids, when: this.reload() };
	}

	private apply(): any {
		if (this.mode === "companion") return { when: this.reload() };
		this.refresh();
		return { when: "with the next call" };
	}

	/** reload has context-fold read its records and settings again, at once when Pi is idle. It says when that will be. */
	private reload(): string {
		this.reloadDue = true;
		if (!atLeast("0.84.2")) {
			this.say("info", "cfold: type /cfold-reload so that context-fold takes it up");
			return "once /cfold-reload is typed in Pi";
		}
		const idle = this.ctx.isIdle() && !this.compacting && !this.busy;
		setTimeout(() => this.reloadSoon(), 0).unref();
		return idle ? "now" : "when Pi is idle";
	}

	private reloadSoon(): void {
		try {
			if (this.over || !this.reloadDue || !atLeast("0.84.2") || !this.ctx.isIdle() || this.compacting) return;
			if (!atLeast("1.6.0") && this.interactive && this.ctx.ui.getEditorText?.()) {
				setTimeout(() => this.reloadSoon(), 500).unref(); // the draft would be lost
				return;
			}
			this.reloadDue = false;
			this.command("/cfold-reload");
		} catch (e: any) {
			this.say("warning", `cfold: ${e.message}`);
		}
	}

	private command(text: string): void {
		(this.pi as any).sendUserMessage(text, { expandPromptTemplates: true });
	}

	/** handOver starts the session that takes this one over, from a seed that was written. */
	private handOver(path: string): any {
		if (!path || !existsSync(path)) throw refusal("bad_request", "path names no handoff seed");
		if (!this.ctx.isIdle()) throw refusal("refused", "Pi is busy: hand off once it is idle");
		this.seedPath = path;
		if (!atLeast("0.84.2")) return { when: "once /cfold-handoff is typed in Pi" };
		setTimeout(() => {
			try {
				this.command("/cfold-handoff");
			} catch (e: any) {
				this.say("warning", `cfold: ${e.message}`);
			}
		}, 0).unref();
		return { when: "now" };
	}

	// Commands.

	async reloadCommand(ctx: any): Promise<void> {
		await ctx.waitForIdle();
		await ctx.reload();
	}

	async handOverCommand(ctx: any): Promise<void> {
		if (!this.seedPath) return this.say("info", "cfold: write a handoff in cfold-tui first (H), or use /fold-handoff");
		await this.replace(ctx, readFileSync(this.seedPath, "utf8"));
	}

	/** replace opens a fresh session with the seed as its first message, idle. */
	private async replace(ctx: any, text: string): Promise<void> {
		const parentSession = ctx.sessionManager.getSessionFile();
		await ctx.newSession({
			parentSession,
			setup: async (sm: any) => {
				sm.appendMessage({ role: "user", content: [{ type: "text", text }], timestamp: Date.now() });
			},
		});
	}

	async handoffCommand(args: string, ctx: any): Promise<void> {
		this.ctx = ctx;
		if (this.mode !== "engine") return this.say("info", "cfold: another extension folds here; hand off in cfold-tui (H)");
		let goal = args.trim();
		if (!goal && this.interactive) goal = ((await ctx.ui.input("What is the new session for?", "goal")) ?? "").trim();
		if (!goal) return this.say("warning", "cfold: give a goal: /fold-handoff <what the new session is for>");
		const r = await this.engine.request("handoff", { goal, ...this.at() });
		this.say("info", `cfold: handoff written to ${r.path}`);
		if (!this.interactive || !(await ctx.ui.confirm("Start the session that takes over?", r.path))) return;
		await this.replace(ctx, r.text);
	}

	async foldCommand(args: string, ctx: any): Promise<void> {
		this.ctx = ctx;
		if (this.mode !== "engine") return this.say("info", "cfold: another extension folds here");
		let what = args.trim();
		if (!what && this.interactive) {
			const choice = await ctx.ui.select("Context fold", ["Status", "Settings", "Discard retained images"]);
			if (!choice) return;
			what = { Status: "status", Settings: "settings", "Discard retained images": "discard-images" }[choice as string] ?? "";
		}
		if (what === "discard-images") {
			const n = this.images.length;
			this.images = [];
			return this.say("info", n ? `cfold: ${n} retained images discarded` : "cfold: no images are retained");
		}
		if ((what === "settings" || what === "config") && this.interactive) return this.settings(ctx);
		if (what && !["status", "settings", "config"].includes(what)) return this.say("warning", `cfold: /context-fold knows status, config, settings, discard-images, not "${what}"`);
		const r = await this.engine.request("status", this.at());
		this.footer(r.footer);
		if (ctx.hasUI) this.say("info", r.text);
		else process.stdout.write(`${r.text}\n`);
	}

	private async settings(ctx: any): Promise<void> {
		for (;;) {
			const { settings } = await this.engine.request("settings");
			const rows = settings.map((s: any) => `${s.key} = ${s.value} (${s.source})`);
			const row = await ctx.ui.select("Fold settings", rows);
			const s = settings[rows.indexOf(row)];
			if (!s) return;
			const value = await ctx.ui.input(`${s.key}: ${s.about} Give ${s.accepts}; nothing for the default.`, s.value);
			if (value === undefined) continue;
			try {
				const r = await this.engine.request("set", { key: s.key, value: value.trim() });
				this.options = { ...this.options, ...r };
				this.footer(r.footer);
				this.say("info", `cfold: ${s.key} is ${r.value}${r.shadowed ? ", from the environment, which rules over what was saved" : ""}`);
			} catch (e: any) {
				this.say("warning", `cfold: ${e.message}`);
			}
		}
	}
}

export default function (pi: ExtensionAPI): void {
	if (["0", "off", "false"].includes((process.env.CONTEXTFOLD ?? "").trim().toLowerCase())) return;
	const link = new Link(pi);
	const on = pi.on.bind(pi) as (event: string, handler: (event: any, ctx: any) => any) => void;
	on("session_start", link.guarded(link.start));
	on("session_shutdown", link.guarded(link.stop));
	on("session_tree", link.guarded((_e: any, ctx: any) => link.moved(ctx)));
	on("model_select", link.guarded((_e: any, ctx: any) => link.modelChanged(ctx)));
	on("agent_start", link.guarded((_e: any, ctx: any) => link.running(ctx)));
	on("message_end", link.guarded((e: any, ctx: any) => (e.message?.role === "assistant" ? link.answered(ctx) : undefined)));
	on(atLeast("0.80.4") ? "agent_settled" : "agent_end", link.guarded((_e: any, ctx: any) => link.settled(ctx)));
	// Before 0.87 the only event; from there on it would move system messages, and the cached prefix with them.
	on(atLeast("0.87.0") ? "context_with_system" : "context", link.guarded(async (e: any, ctx: any) => {
		const messages = await link.outgoing(e.messages, ctx);
		return messages ? { messages } : undefined;
	}));
	on("session_before_compact", link.guarded(link.beforeCompact));
	on("session_compact", link.guarded((_e: any, ctx: any) => link.compacted(ctx)));
	on("session_compact_failed", link.guarded((_e: any, ctx: any) => link.compactFailed(ctx)));
	on("input", link.guarded(link.input));
	pi.registerCommand("context-fold", { description: "Folding: status, settings, discard-images", handler: link.guarded(link.foldCommand) as any });
	pi.registerCommand("fold-handoff", { description: "Write a handoff for a fresh session, and start it", handler: link.guarded(link.handoffCommand) as any });
	pi.registerCommand("cfold-reload", { description: "Have context-fold take up what cfold-tui has changed", handler: link.guarded((_a: string, ctx: any) => link.reloadCommand(ctx)) as any });
	pi.registerCommand("cfold-handoff", { description: "Start the session of a handoff that cfold-tui has written", handler: link.guarded((_a: string, ctx: any) => link.handOverCommand(ctx)) as any });
}
