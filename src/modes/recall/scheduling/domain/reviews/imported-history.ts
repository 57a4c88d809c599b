import type { DayCut } from '#day/domain/day.ts';

import type { SchedulerSettings, StoredCard } from '../scheduling.ts';
import type { Rating } from './rating.ts';
import type { ReplayedReview } from './replay.ts';

/** Time; rating from 1 again to 4 easy; duration in ms; kind: learning, review, relearning, filtered deck. */
export type ImportedReview = readonly [at: number, rating: Rating, durationMs: number, kind: 0 | 1 | 2 | 3];

/** Converts imported reviews to reviews made here, with these settings. */
export function asReplayed(
  reviews: readonly ImportedReview[],
  by: { readonly cut: DayCut; readonly settings: SchedulerSettings },
): readonly ReplayedReview[] {
  return reviews.map(([at, rating]) => ({ at, rating, how: 'imported', ...by }));
}

/** A memory state and a due day from another program. */
export interface ForeignMemory {
  readonly dueAt: number;
  /** In days. */
  readonly stability: number;
  /** 1 to 10. */
  readonly difficulty: number;
  readonly intervalDays: number;
  readonly reviews: number;
  readonly lapses: number;
  readonly lastReviewAt: number;
}

const REVIEW_STATE = 2;
const MIN_STABILITY = 0.001;
const MAX_DAYS = 36_500;
const DAY_MS = 86_400_000;

/** The card that continues from this state. Reviews here follow it; steps within a day are dropped. */
export function importedCard(memory: ForeignMemory, dayOfReview: string): StoredCard {
  const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  const lastReviewAt = Math.round(memory.lastReviewAt);
  return {
    due: new Date(Math.min(Math.round(memory.dueAt), lastReviewAt + MAX_DAYS * DAY_MS)),
    stability: within(memory.stability, MIN_STABILITY, MAX_DAYS),
    difficulty: within(memory.difficulty, 1, 10),
    elapsed_days: 0,
    scheduled_days: within(Math.round(memory.intervalDays), 0, MAX_DAYS),
    learning_steps: 0,
    // A card without reviews counts as new.
    reps: Math.max(1, memory.reviews),
    lapses: Math.max(0, memory.lapses),
    state: REVIEW_STATE,
    last_review: new Date(lastReviewAt),
    day: dayOfReview,
  };
}
