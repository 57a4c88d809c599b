import type { Forgetting, Memory } from './memory.ts';

/** What was known of a point between two of its reviews; the last one has no end. */
export interface Span {
  readonly memory: Memory;
  readonly until: number;
}

interface Chances {
  readonly mean: number;
  /** A tenth of the points lies below; of fewer than ten, the weakest of all. */
  readonly weakest: number;
  /** A tenth of the points lies above; of fewer than ten, the strongest of all. */
  readonly strongest: number;
}

/** How likely the points of a set are recalled at an instant. Null before the first review of any. */
export function chancesAt(spans: readonly Span[], at: number, forgetting: Forgetting): Chances | null {
  const chances: number[] = [];
  const day = forgetting.dayAt(at);
  let sum = 0;
  for (const { memory, until } of spans) {
    if (at < memory.lastReviewAt || at >= until) continue;
    const chance = forgetting.chanceOn(memory, day);
    chances.push(chance);
    sum += chance;
  }
  if (chances.length === 0) return null;
  const sorted = Float64Array.from(chances).sort();
  const tenth = Math.floor(sorted.length / 10);
  const weakest = sorted[tenth] ?? 0;
  const strongest = sorted[sorted.length - 1 - tenth] ?? 1;
  return { mean: sum / sorted.length, weakest, strongest };
}
