/** How the days of a year stand in a width, and how dark they are; apart from what draws them, which comes later. */

export const LEFT = 30;
export const TOP = 20;
export const BETWEEN_ROWS = 10;
const MOST_CELL = 20;
const LEAST_CELL = 9.5;
const SHARES = [0, 28, 50, 74, 100];

/** The colour of a day: 0 nothing to 4 the most. */
export function shadeOf(level: number): string {
  return `color-mix(in srgb, var(--mark) ${SHARES[level] ?? 0}%, var(--mark-empty))`;
}

export interface Grid {
  readonly rows: number;
  /** In each row; the last one may have room for more. */
  readonly weeks: number;
  /** The side of a day, in pixels. */
  readonly size: number;
}

/** How a number of weeks stands in a width. */
export function gridOf(all: number, width: number): Grid {
  const most = Math.max(1, Math.floor((width - LEFT) / LEAST_CELL));
  const rows = Math.ceil(all / most);
  const weeks = Math.ceil(all / rows);
  return { rows, weeks, size: Math.min(MOST_CELL, Math.max(1, (width - LEFT) / weeks)) };
}

export function heightOfRow(size: number): number {
  return TOP + size * 7 + 2;
}

/** What a calendar of so many weeks takes, in pixels. */
export function heightOfYear(weeks: number, width: number): number {
  const { rows, size } = gridOf(weeks, width);
  return rows * heightOfRow(size) + (rows - 1) * BETWEEN_ROWS;
}
