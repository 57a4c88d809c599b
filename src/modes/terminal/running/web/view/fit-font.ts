export interface ShownSize {
  readonly cols: number;
  readonly rows: number;
}

/** In px, until the person chooses another one. */
export const FONT_SIZE = 14;
/** A smaller one cannot be read: a screen that is too large for the element is scrolled instead. */
export const MIN_LEGIBLE_FONT = 10;
/** What a person may choose. */
const [MIN_OWN_FONT, MAX_FONT] = [8, 28];

/** The sizes that a terminal can have. What does not fit is scrolled. */
export function possibleSize({ cols, rows }: ShownSize): ShownSize {
  return { cols: within(cols, 20, 500), rows: within(rows, 5, 300) };
}

/** The font that a person chooses where the size of the terminal follows it. */
export function ownFont(chosen: number): number {
  return within(chosen, MIN_OWN_FONT, MAX_FONT);
}

/**
 * The font for a screen in the size of another window: all of it fits if it can be read then. `fitting` fits in the
 * font `own`. Zooming out shows all of it in any case.
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
