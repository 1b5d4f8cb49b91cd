/** Calls the first compaction off, after extensions loaded earlier have made it. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI): void {
	let called = 0;
	pi.on("session_before_compact", () => (called++ === 0 ? { cancel: true } : undefined));
}
