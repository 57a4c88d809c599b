/** FSRS's state of a point. `stability`: days until the probability of recall falls to 90%. `difficulty`: 1 to 10. */
export interface MemoryState {
  readonly stability: number;
  readonly difficulty: number;
}

import type { Rating } from './reviews/rating.ts';

const MIN_STABILITY = 0.001;
const MIN_FIRST_STABILITY = 0.1;
const MAX_DAYS = 36_500;

/** The formulas of FSRS-6 for whole days, with one list of weights. */
export interface Memory {
  /** The probability of recall, 0 to 1, a number of days after the last review. */
  chance(days: number, stability: number): number;
  /** The state after a review; `days` since the previous one, null for the first. */
  next(state: MemoryState | null, days: number, rating: Rating): MemoryState;
  /** Days until the probability falls to a retention, rounded, at least 1. */
  interval(stability: number, retention: number): number;
}

/**
 * Equals ts-fsrs without its short-term steps (a test compares them) and is ten times as fast, because predictions
 * cover hundreds of thousands of reviews. Formulas: the FSRS wiki of open-spaced-repetition, FSRS-6.
 */
export function createMemory(weights: readonly number[]): Memory {
  const w = Float64Array.from(weights);
  const of = (index: number) => w[index] ?? 0;
  const decay = -of(20);
  const factor = Math.exp(Math.log(0.9) / decay) - 1;
  const growth = Math.exp(of(8));
  const easyDifficulty = firstDifficulty(4);

  function firstDifficulty(rating: Rating): number {
    return of(4) - Math.exp((rating - 1) * of(5)) + 1;
  }
  function chance(days: number, stability: number): number {
    return Math.pow(1 + (factor * days) / stability, decay);
  }
  function afterRecall({ stability, difficulty }: MemoryState, recallChance: number, rating: Rating): number {
    const bound = rating === 2 ? of(15) : rating === 4 ? of(16) : 1;
    const gain =
      growth * (11 - difficulty) * Math.pow(stability, -of(9)) * (Math.exp((1 - recallChance) * of(10)) - 1) * bound;
    return within(stability * (1 + gain), MIN_STABILITY, MAX_DAYS);
  }
  function afterLapse({ stability, difficulty }: MemoryState, recallChance: number): number {
    const left =
      of(11) *
      Math.pow(difficulty, -of(12)) *
      (Math.pow(stability + 1, of(13)) - 1) *
      Math.exp((1 - recallChance) * of(14));
    return within(Math.min(left, stability), MIN_STABILITY, MAX_DAYS);
  }
  function nextDifficulty(difficulty: number, rating: Rating): number {
    const moved = difficulty + (-of(6) * (rating - 3) * (10 - difficulty)) / 9;
    return within(of(7) * easyDifficulty + (1 - of(7)) * moved, 1, 10);
  }

  return {
    chance,
    next(state, days, rating) {
      if (state === null)
        return {
          stability: Math.max(of(rating - 1), MIN_FIRST_STABILITY),
          difficulty: within(firstDifficulty(rating), 1, 10),
        };
      const recallChance = chance(days, state.stability);
      const stability = rating === 1 ? afterLapse(state, recallChance) : afterRecall(state, recallChance, rating);
      return { stability, difficulty: nextDifficulty(state.difficulty, rating) };
    },
    interval(stability, retention) {
      const days = (stability * (Math.pow(retention, 1 / decay) - 1)) / factor;
      return within(Math.round(days), 1, MAX_DAYS);
    },
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
