import { computeDecayFactor } from 'ts-fsrs';

import { dayLookup } from '#day/domain/day-lookup.ts';
import type { DayCut } from '#day/domain/day.ts';

import { lastReviewOf, type StoredCard } from '../../../scheduling/domain/scheduling.ts';

const DAY_MS = 86_400_000;
/** Below this FSRS knows no stability, in days. */
const LEAST_STABILITY = 0.001;

/** What a card says of a point's memory since its last review. */
export interface Memory {
  /** Days until the chance has fallen to 90 %. */
  readonly stability: number;
  /** 1 easy to 10 hard. */
  readonly difficulty: number;
  readonly lastReviewAt: number;
  /** The person's day of that, as a number: the days of a calendar follow each other. */
  readonly lastDay: number;
}

/** Null for a card that was never reviewed. */
export function memoryOf(card: StoredCard): Memory | null {
  const last = lastReviewOf(card);
  if (!last) return null;
  return {
    stability: Math.max(LEAST_STABILITY, card.stability),
    difficulty: card.difficulty,
    lastReviewAt: last.at,
    lastDay: dayNumber(last.day),
  };
}

/** The number of a day `YYYY-MM-DD`, counted from the first one of 1970. */
export function dayNumber(day: string): number {
  // A date without a time is read as UTC.
  return Date.parse(day) / DAY_MS;
}

/** How a person forgets: FSRS's power curve, whose steepness is one of the weights. */
export interface Forgetting {
  /** The number of the person's day at an instant. */
  dayAt(at: number): number;
  /** The chance, 0 to 1, of recalling a point on a day: in the person's days since its last review, as the scheduler has it. */
  chanceOn(memory: Memory, day: number): number;
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
