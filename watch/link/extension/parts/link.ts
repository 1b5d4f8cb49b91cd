// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/**
 * One session's link: what is served to viewers, and which of the two modes rules. Where nothing else folds, the program
 * runs as a child and folds (engine mode). Where another extension folds (companion mode), what a viewer asks for is
 * appended, and a reload has the other extension take it up.
 *
 * An exception outside a handler ends Pi, so every callback catches; an open handle keeps `pi -p` from ending, so every
 * handle is let go of.
 */
import { type ExtensionAPI, type ExtensionCommandContext, type ExtensionContext, type SessionStartEvent, VERSION } from "@earendil-works/pi-coding-agent";
import { Calls } from "./calls.ts";
import { Cold } from "./cold.ts";
import { Compaction } from "./compaction.ts";
import { Engine } from "./engine.ts";
import type { Frame } from "./frames.ts";
import { Handoff } from "./handoff.ts";
import { Host } from "./host.ts";
import { Hub } from "./hub.ts";
import { type Program, PROTOCOL, reasonOf, refusal, within } from "./pi.ts";
import { Reload } from "./reload.ts";
import { Stands } from "./stands.ts";
import { foldCommand } from "./status.ts";
import { RECALL, registerTools } from "./tools.ts";

const OWNER = Symbol.for("cfold.link");

/** owner is where the instance is kept that serves this process's session: the extension may be loaded twice. */
const owner = globalThis as { [OWNER]?: unknown };

const STARTED = new Date().toISOString();

/** Link is one instance of the extension: one session, until a reload or another session ends it. */
export class Link {
	readonly host: Host;
	readonly engine: Engine;
	readonly stands: Stands;
	readonly compaction: Compaction;
	readonly calls: Calls;
	readonly cold: Cold;
	readonly reload: Reload;
	readonly handoff: Handoff;
	private hub: Hub;
	private mode: "engine" | "companion" = "engine";

	constructor(
		pi: ExtensionAPI,
		private program: Program,
	) {
		this.hub = new Hub(program, (op, request) => this.serve(op, request));
		this.host = new Host(pi, (event, fields) => this.hub.tell(event, fields));
		this.engine = new Engine(this.host, program, { forgotten: () => this.calls.forget(), stands: () => this.engineStands() });
		this.stands = new Stands(this.host);
		this.compaction = new Compaction(this.engine, this.stands);
		this.calls = new Calls(this.host, this.engine, this.stands, this.compaction);
		this.cold = new Cold(this.host, this.engine);
		this.reload = new Reload(this.host);
		this.handoff = new Handoff(this.host, this.engine);
	}

	/** folds: this program folds here. */
	get folds(): boolean {
		return this.mode === "engine";
	}

	start(event: SessionStartEvent): void {
		const { host } = this;
		if (owner[OWNER] && owner[OWNER] !== this) {
			this.mode = "companion"; // as by -e beside the installed one: the other serves
			return host.say("warning", "the extension is loaded twice; the second one does nothing");
		}
		owner[OWNER] = this;
		this.mode = host.pi.getAllTools().some((t) => t.name === RECALL) ? "companion" : "engine";
		try {
			this.hub.open((e) => host.say("warning", `no socket for viewers: ${e.message}`));
			this.register();
		} catch (e) {
			host.say("warning", `no socket for viewers: ${reasonOf(e)}`);
		}
		if (!this.folds) return;
		this.stands.restore(host.ctx.sessionManager.getEntries());
		if (!this.engine.start()) return;
		registerTools(host, this.engine, this.stands);
		if (event.reason !== "new") this.cold.watch();
	}

	stop(): void {
		this.host.over = true;
		if (owner[OWNER] === this) delete owner[OWNER];
		this.cold.stop();
		this.hub.close();
		this.engine.end();
	}

	// What viewers are told.

	private facts(): object {
		const { sessionManager, model, cwd } = this.host.ctx;
		return {
			protocol: PROTOCOL, version: this.program.release, pi: VERSION, mode: this.mode, started: STARTED, fault: this.engine.fault,
			session_file: sessionManager.getSessionFile() ?? "", session_id: sessionManager.getSessionId(), cwd,
			provider: model?.provider ?? "", model: model?.id ?? "", window: model?.contextWindow ?? 0,
		};
	}

	private register(): void {
		this.hub.register(this.facts());
	}

	/** engineStands: whether the engine runs has changed. */
	private engineStands(): void {
		if (this.host.over) return;
		try {
			this.register();
		} catch (e) {
			this.host.say("warning", `no registry file for viewers: ${reasonOf(e)}`);
		}
		this.host.tell("engine", { fault: this.engine.fault ?? null });
	}

	running(): void {
		this.host.busy = true;
		this.cold.stop();
		this.host.tell("busy");
	}

	answered(): void {
		this.host.tell("usage", this.host.usage());
	}

	/** settled: the run has ended, or a compaction outside of one has. */
	settled(): void {
		this.host.busy = false;
		this.register(); // the file may have come to be
		this.host.tell("usage", this.host.usage());
		this.host.tell("idle");
		this.reload.settle();
		if (this.folds) void this.refresh();
	}

	private async refresh(): Promise<void> {
		await this.engine.refresh();
		this.cold.watch();
	}

	moved(): void {
		this.host.tell("session", this.facts());
		if (!this.folds) return;
		this.stands.restore(this.host.ctx.sessionManager.getEntries());
		if (this.engine.running) this.engine.open();
	}

	modelChanged(): void {
		this.register();
		this.host.tell("session", this.facts());
		this.host.tell("usage", this.host.usage());
		if (this.folds) this.cold.watch();
	}

	compacted(): void {
		this.host.compacting = false;
		this.compaction.kept();
		// Within a run the model is asked again, without another agent_start.
		if (this.host.busy) this.host.tell("usage", this.host.usage());
		else this.settled();
	}

	compactFailed(): void {
		this.host.compacting = false;
		this.compaction.undo();
		this.reload.settle();
	}

	// What viewers and commands ask for.

	private serve(op: string, request: Frame): object | Promise<object> {
		switch (op) {
			case "hello":
				return this.hello(request);
			case "ping":
				return {};
			case "unfold":
			case "hold":
				return this.hold(request);
			case "settings":
				return this.apply();
			case "handoff":
				return { when: this.handoff.take(String(request.path ?? "")) };
		}
		throw refusal("unknown_op", `unknown operation "${op}"`);
	}

	private hello(request: Frame): object {
		if (request.protocol !== PROTOCOL) {
			throw refusal("protocol", `this extension speaks protocol ${PROTOCOL}, the viewer ${request.protocol}: run cfold-tui link install, then /reload`);
		}
		return { ...this.facts(), usage: this.host.usage(), busy: this.host.busy || !this.host.ctx.isIdle(), figures: this.calls.figures };
	}

	/** hold appends an unfold record: the same for a folded block, which comes back, and a whole one, which never folds. */
	private hold(request: Frame): object {
		const ids = Array.isArray(request.ids) ? request.ids.filter((id) => typeof id === "string" && id) : [];
		if (ids.length === 0) throw refusal("bad_request", "ids names no block");
		if (!this.stands.append({ kind: "unfold", ids })) throw refusal("failed", "Pi could not write the session");
		return { ids, when: this.folds ? "with the next call" : this.reload.ask() };
	}

	/** apply takes up settings that were saved. */
	private async apply(): Promise<object> {
		if (!this.folds) return { when: this.reload.ask() };
		await within(this.refresh());
		return { when: "with the next call" };
	}

	async foldCommand(args: string): Promise<void> {
		if (!this.folds) return this.host.say("info", "another extension folds here");
		await foldCommand(args, this.host, this.engine, this.cold);
	}

	async handoffCommand(args: string, ctx: ExtensionCommandContext): Promise<void> {
		if (!this.folds) return this.host.say("info", "another extension folds here; hand off in cfold-tui (H)");
		await this.handoff.write(args, ctx);
	}

	/** guarded is a handler that takes the newest context, and whose failure is told and harms nothing. */
	guarded<Event, C extends ExtensionContext, R>(f: (event: Event, ctx: C) => Promise<R> | R): (event: Event, ctx: C) => Promise<R | undefined> {
		return async (event, ctx) => {
			try {
				this.host.ctx = ctx;
				return await f(event, ctx);
			} catch (e) {
				this.host.say("warning", reasonOf(e));
				return undefined;
			}
		};
	}
}
