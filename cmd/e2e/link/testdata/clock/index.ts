/** Moves Pi's clock ahead: what waits for a minute by the clock need not be waited for. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI): void {
	pi.registerCommand("a-minute-later", {
		description: "Move the clock ahead by a minute",
		handler: async (_args, ctx) => {
			const now = Date.now.bind(Date);
			Date.now = () => now() + 60_000;
			ctx.ui.notify("the clock is a minute ahead");
		},
	});
}
