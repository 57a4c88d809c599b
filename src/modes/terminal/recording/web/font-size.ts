/** Width of a character of the terminal's font, in parts of its size. */
const ADVANCE = 0.6;
const MIN_SIZE = 6;
const MAX_SIZE = 14;

/** The font size, in steps of half a pixel, at which a screen's columns fit into a width. A wider screen scrolls. */
export function fontSizeFor(width: number, columns: number): number {
  const fitting = Math.floor((width / (columns * ADVANCE)) * 2) / 2;
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, fitting));
}
