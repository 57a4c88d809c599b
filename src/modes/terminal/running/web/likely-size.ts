/** Of a cell in the font of a terminal's owner, and of what stands around a terminal on the page, in pixels. */
const CELL = { width: 8.4, height: 18 };
const AROUND = { rail: 216, sides: 30, header: 72, navigation: 64, keys: 52 };
const RAIL_FROM = 861;

const within = (number: number, least: number, most: number) => Math.min(most, Math.max(least, Math.floor(number)));

/** The size that a terminal will have in this window, near enough for its first picture. */
export function likelySize(): { readonly cols: number; readonly rows: number } {
  const { innerWidth, innerHeight } = window;
  const isNarrow = innerWidth < RAIL_FROM;
  const width = innerWidth - AROUND.sides - (isNarrow ? 0 : AROUND.rail);
  const height = innerHeight - AROUND.header - (isNarrow ? AROUND.navigation + AROUND.keys : 0);
  return { cols: within(width / CELL.width, 20, 500), rows: within(height / CELL.height, 5, 300) };
}
