import type { Transaction } from 'kysely';

import { assert } from '#kernel/assert.ts';
import type { SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RecallState } from '../../asking/domain/recall-state.ts';
import { setsOf } from '../../asking/domain/session-sets.ts';
import { ratingOfDispute } from '../../scheduling/domain/reviews/rating.ts';
import type { DisputedGrade } from '../../scheduling/protocol.ts';
import { readCard } from '../../scheduling/server/reviews/cards.ts';
import { lockReviews } from '../../scheduling/server/reviews/review-log.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { DisputeAnswer } from '../protocol.ts';
import { recountSession } from './day-totals.ts';
import { answerOf, findReviewOf } from './disputes.ts';
import { recordReview } from './recording/record-review.ts';
import { undecidedRow } from './session-review.ts';
import { cardAction } from './undo-answer.ts';

type Grading = Pick<RecallDependencies, 'preferencesOf' | 'undo' | 'now' | 'newId'>;

interface Ungraded {
  readonly person: string;
  readonly state: SessionState;
  readonly pointId: string;
  /** The message that recalled it; null without one. */
  readonly messageId: string | null;
  readonly rating: DisputedGrade;
}

/**
 * Grades a point that a finished session left without a grade: one that a card showed and nobody decided, dated at the
 * person's message; one that was told elsewhere; or one that was never asked for, dated at the end.
 */
export async function gradeUngraded(
  { preferencesOf, undo, now, newId }: Grading,
  trx: Transaction<RecallTables>,
  { person, state, pointId, messageId: recalledBy, rating: wanted }: Ungraded,
): Promise<DisputeAnswer> {
  const { session, messages, updatedAt } = state;
  const recall = state.modes['recall'] as RecallState;
  const row = undecidedRow(recall, pointId);
  const messageId = row?.messageId ?? recalledBy;
  const rating = ratingOfDispute(wanted);
  const setId = setsOf(recall).find(({ pointIds }) => pointIds.includes(pointId))?.id;
  if (rating === 0 || setId === undefined)
    throw new AppError('refused', 'This point has no grade that could be removed.', { reason: 'not-asked' });
  await lockReviews(trx, { person, setId });
  const preferences = await preferencesOf(trx, person);
  const at = messages.find(({ id }) => id === messageId)?.at ?? updatedAt;
  const how = rating === 1 ? 'missed' : 'unaided';
  const review = { id: newId(), person, session, pointId, rating, how, at, isSelfChecked: true } as const;
  const { last_review: last } = (await readCard(trx, { person, pointId }))?.card ?? {};
  const isSince = last !== undefined && new Date(last).getTime() > at;
  const why = isSince ? 'reviewed' : await recordReview(trx, { ...review, messageId, durationMs: null }, preferences);
  if (why) throw new AppError('refused', 'This point has been reviewed or deleted since.', { reason: why });
  await recountSession(trx, { person, session });
  const answer = { pointId, isRecalled: rating > 1 };
  await undo.record(trx, cardAction(person, { session, cardId: row?.cardId ?? '' }, answer));
  const written = await findReviewOf(trx, { person, session, pointId });
  assert(written, 'the review was just written');
  return answerOf(trx, { row: written, counts: rating, now: now() }, preferences);
}
