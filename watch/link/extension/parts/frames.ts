// A part of the extension that `cfold-tui link install` writes; changes are lost with the next one.

/** Lines of JSON on a stream: what the program and the viewers are spoken to in. */

/** Frame is one line of the protocol. */
export interface Frame {
	id?: number;
	op?: string;
	event?: string;
	ok?: unknown;
	error?: { code: string; message: string };
	[field: string]: unknown;
}

/** splitter cuts a stream's chunks into lines and hands each on. It returns the length of the line that is still open. */
export function splitter(take: (line: string) => void): (chunk: string) => number {
	let rest = "";
	return (chunk) => {
		const lines = (rest + chunk).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) if (line.trim()) take(line);
		return rest.length;
	};
}
