import type { History } from './history.ts';
import { createMemory, type MemoryState } from './memory.ts';

/** What was foreseen of a review, and what came. */
export interface Foreseen {
  readonly at: number;
  /** The chance, 0 to 1, of recalling it that day. */
  readonly chance: number;
  readonly isRecalled: boolean;
  /** Days since the review before. */
  readonly interval: number;
  /** Which review of its point it is: the first one with something to foresee is the second. */
  readonly count: number;
  /** How often the point was forgotten before, its first review aside. */
  readonly lapses: number;
}

/** What weights would have foreseen of every review but the first of each point, each from what was known before it. */
export function foresee(histories: readonly History[], weights: readonly number[]): Foreseen[] {
  const memory = createMemory(weights);
  const foreseen: Foreseen[] = [];
  for (const history of histories) {
    let state: MemoryState | null = null;
    let last = 0;
    let lapses = 0;
    for (const [index, { at, day, rating }] of history.entries()) {
      const interval = day - last;
      if (state !== null) {
        const chance = memory.chance(interval, state.stability);
        foreseen.push({ at, chance, isRecalled: rating > 1, interval, count: index + 1, lapses });
        if (rating === 1) lapses += 1;
      }
      state = memory.next(state, interval, rating);
      last = day;
    }
  }
  return foreseen;
}

/** The share that was recalled, foreseen for each review alike: what any model has to beat. */
export function foreseeAverage(foreseen: readonly Foreseen[]): Foreseen[] {
  const recalled = foreseen.filter(({ isRecalled }) => isRecalled).length;
  const chance = foreseen.length === 0 ? 0 : recalled / foreseen.length;
  return foreseen.map((each) => ({ ...each, chance }));
}
