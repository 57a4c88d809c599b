import type { Forgetting, PointMemory } from './memory.ts';

/** The memory state of a point between two of its reviews. The last span has no end. */
export interface Span {
  readonly memory: PointMemory;
  readonly until: number;
}

interface Chances {
  readonly mean: number;
  /** The limit of the lowest tenth; with fewer than ten points, the lowest chance. */
  readonly weakest: number;
  /** The limit of the highest tenth; with fewer than ten points, the highest chance. */
  readonly strongest: number;
}

/** The chances of recalling a set's points at an instant. Null before the first review of any of them. */
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
