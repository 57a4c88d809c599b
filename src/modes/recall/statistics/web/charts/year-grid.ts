/** Layout and shades of the year chart, apart from the drawing library, which loads later. */

export const LEFT = 30;
export const TOP = 20;
export const BETWEEN_ROWS = 10;
const MAX_CELL = 20;
const MIN_CELL = 9.5;
const SHARES = [0, 28, 50, 74, 100];

/** The colour of a level: 0 for no reviews to 4 for the most. */
export function shadeOf(level: number): string {
  return `color-mix(in srgb, var(--mark) ${SHARES[level] ?? 0}%, var(--mark-empty))`;
}

export interface Grid {
  readonly rows: number;
  /** Weeks per row; the last row may hold fewer. */
  readonly weeks: number;
  /** Side of a day's square, in pixels. */
  readonly size: number;
}

export function gridOf(all: number, width: number): Grid {
  const most = Math.max(1, Math.floor((width - LEFT) / MIN_CELL));
  const rows = Math.ceil(all / most);
  const weeks = Math.ceil(all / rows);
  return { rows, weeks, size: Math.min(MAX_CELL, Math.max(1, (width - LEFT) / weeks)) };
}

export function heightOfRow(size: number): number {
  return TOP + size * 7 + 2;
}

/** Height of a calendar of `weeks` weeks, in pixels. */
export function heightOfYear(weeks: number, width: number): number {
  const { rows, size } = gridOf(weeks, width);
  return rows * heightOfRow(size) + (rows - 1) * BETWEEN_ROWS;
}
