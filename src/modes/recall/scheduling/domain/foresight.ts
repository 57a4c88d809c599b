import type { History } from './history.ts';
import { createMemory, type MemoryState } from './memory.ts';

/** A prediction for one review, and its outcome. */
export interface Foreseen {
  readonly at: number;
  /** The predicted probability of recall on that day, 0 to 1. */
  readonly chance: number;
  readonly isRecalled: boolean;
  /** Days since the previous review. */
  readonly interval: number;
  /** The number of this review among those of its point. The first predictable one is number 2. */
  readonly count: number;
  /** Number of earlier lapses, without the first review. */
  readonly lapses: number;
}

/** Predicts every review except the first of each point from the reviews before it. */
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
