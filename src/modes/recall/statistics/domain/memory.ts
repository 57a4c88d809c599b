import { computeDecayFactor } from 'ts-fsrs';

import { dayLookup } from '#day/domain/day-lookup.ts';
import { type DayCut, dayNumber } from '#day/domain/day.ts';

import { lastReviewOf, type StoredCard } from '../../scheduling/domain/scheduling.ts';

/** The minimum stability of FSRS, in days. */
const MIN_STABILITY = 0.001;

/** The memory state of a point after its last review. */
export interface PointMemory {
  /** Days until the chance of recall falls to 90 %. */
  readonly stability: number;
  /** 1 (easy) to 10 (hard). */
  readonly difficulty: number;
  readonly lastReviewAt: number;
  /** The person's day of the last review, as `dayNumber` gives it. */
  readonly lastDay: number;
}

/** The memory state in a card; null for a card that was never reviewed. */
export function memoryOf(card: StoredCard): PointMemory | null {
  const last = lastReviewOf(card);
  if (!last) return null;
  return {
    stability: Math.max(MIN_STABILITY, card.stability),
    difficulty: card.difficulty,
    lastReviewAt: last.at,
    lastDay: dayNumber(last.day),
  };
}

/** A person's forgetting curve: the power curve of FSRS, with a decay from their weights. */
export interface Forgetting {
  dayAt(at: number): number;
  /**
   * The chance, 0 to 1, of recalling a point on a day. Counts the person's days since its last review, as the scheduler
   * does.
   */
  chanceOn(memory: PointMemory, day: number): number;
}

export function forgettingOf(weights: readonly number[], cut: DayCut): Forgetting {
  const { decay, factor } = computeDecayFactor(weights);
  const dayAt = dayLookup(cut);
  const numbers = new Map<string, number>();
  return {
    dayAt(at) {
      const day = dayAt(at);
      let number = numbers.get(day);
      if (number === undefined) numbers.set(day, (number = dayNumber(day)));
      return number;
    },
    chanceOn({ stability, lastDay }, day) {
      return day <= lastDay ? 1 : (1 + (factor * (day - lastDay)) / stability) ** decay;
    },
  };
}
