/** The part of the parsers of `@xterm/xterm` and `@xterm/headless` that this needs. */
interface OscParser {
  registerOscHandler(identifier: number, handle: (data: string) => boolean): unknown;
}

/** Titles and links. */
const WITH_TEXT = [0, 1, 2, 8];
/** Browsers take links of some thousand characters. */
const MAX_TEXT = 4_096;

/**
 * Ignores titles and links that are longer than anybody reads: a screen keeps one link a line and ten titles, of up to
 * 10 MB each. Server and page ignore the same ones, so that their screens stay equal.
 */
export function ignoreLongTexts(parser: OscParser): void {
  for (const identifier of WITH_TEXT) parser.registerOscHandler(identifier, (data) => data.length > MAX_TEXT);
}
