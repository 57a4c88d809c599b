import type { Bin } from '../../protocol.ts';

/** In days: under a day, days, weeks, months, years. */
const STABILITY_EDGES = [0, 1, 3, 7, 14, 30, 90, 180, 365, 730];
const DIFFICULTY_EDGES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export function stabilitySpread(stabilities: readonly number[]): Bin[] {
  return spread(stabilities, STABILITY_EDGES, null);
}

/** The last bin includes 10. */
export function difficultySpread(difficulties: readonly number[]): Bin[] {
  return spread(difficulties, DIFFICULTY_EDGES, 10);
}

function spread(values: readonly number[], edges: readonly number[], end: number | null): Bin[] {
  const counts = edges.map(() => 0);
  for (const value of values) {
    let index = edges.length - 1;
    while (index > 0 && value < (edges[index] ?? 0)) index -= 1;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return edges.map((from, index) => ({ from, to: edges[index + 1] ?? end, points: counts[index] ?? 0 }));
}

/** The lower median. Null for an empty list. */
export function medianOf(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? null;
}
