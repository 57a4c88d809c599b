import type { DayCut } from '#day/domain/day.ts';
import { dayOf } from '#day/domain/day.ts';

import { asReplayed, importedCard, type ImportedReview } from '../../../scheduling/domain/reviews/imported-history.ts';
import type { Rating } from '../../../scheduling/domain/reviews/rating.ts';
import { replay } from '../../../scheduling/domain/reviews/replay.ts';
import type { SchedulerSettings, StoredCard } from '../../../scheduling/domain/scheduling.ts';
import { type PackagePoint, REVIEW_KINDS } from '../../domain/deck/package.ts';

const DAY_MS = 86_400_000;

export interface CardHistory {
  /** Null for a new point. */
  readonly card: StoredCard | null;
  readonly reviews: readonly ImportedReview[];
}

/**
 * Card and reviews that a point brings from its package. Without a stored memory state, the card is replayed from the
 * reviews. Null if the point has neither.
 */
export function historyOf(
  { schedule, reviews }: Pick<PackagePoint, 'schedule' | 'reviews'>,
  by: { readonly cut: DayCut; readonly settings: SchedulerSettings; readonly now: number },
): CardHistory | null {
  const made = reviews
    .filter(({ at }) => at <= by.now)
    .map(
      ({ at, rating, durationMs, kind }) =>
        [at, rating as Rating, durationMs, REVIEW_KINDS.indexOf(kind) as ImportedReview[3]] as const,
    );
  if (!schedule) return made.length === 0 ? null : { card: null, reviews: made };
  const replayed = schedule.stability === null ? replay(asReplayed(made, by)) : null;
  const stability = schedule.stability ?? replayed?.stability;
  const difficulty = schedule.difficulty ?? replayed?.difficulty ?? DEFAULT_DIFFICULTY;
  if (stability === undefined) return made.length === 0 ? null : { card: null, reviews: made };
  const last = schedule.lastReviewAt ?? made.at(-1)?.[0] ?? schedule.dueAt - schedule.intervalDays * DAY_MS;
  const lastReviewAt = Math.min(last, by.now);
  const memory = { ...schedule, stability, difficulty, lastReviewAt };
  return { card: importedCard(memory, dayOf(lastReviewAt, by.cut)), reviews: made };
}

const DEFAULT_DIFFICULTY = 5;
