export interface ShownSize {
  readonly cols: number;
  readonly rows: number;
}

/** Default font size, in px. */
export const FONT_SIZE = 14;
/** The smallest legible font, in px. A screen that is still too large for the element is scrolled. */
export const MIN_LEGIBLE_FONT = 10;
/** Bounds of the font that a person can choose. */
const [MIN_OWN_FONT, MAX_FONT] = [8, 28];

/** Limits a size to what a terminal can have. A larger screen is scrolled. */
export function possibleSize({ cols, rows }: ShownSize): ShownSize {
  return { cols: within(cols, 20, 500), rows: within(rows, 5, 300) };
}

/** Limits the font that a person chooses where the size of the terminal follows the font. */
export function ownFont(chosen: number): number {
  return within(chosen, MIN_OWN_FONT, MAX_FONT);
}

/**
 * The font for a screen with the size of another window. All of it fits if the font is then still legible. `fitting` is
 * the size that fits with the font `own`. Zooming out far enough always shows the whole screen.
 */
export function fontInOtherSize(size: ShownSize, room: { fitting: ShownSize; own: number; zoom: number }): number {
  const { fitting, own, zoom } = room;
  const share = Math.min(1, fitting.cols / size.cols, fitting.rows / size.rows);
  const whole = share * own;
  const font = Math.max(MIN_LEGIBLE_FONT, whole) * zoom;
  return Math.floor(within(font, Math.min(MIN_LEGIBLE_FONT, whole), MAX_FONT) * 4) / 4;
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
