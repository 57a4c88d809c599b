const LINE_PX = 27;
const CHARACTERS_A_LINE = 75;

/** The expected height of a text, in pixels. */
export function likelyHeight(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return Math.ceil(Math.max(lines, lines / 2 + text.length / CHARACTERS_A_LINE) * LINE_PX);
}
