import type { Transaction } from 'kysely';

import { assert } from '#kernel/assert.ts';
import type { SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RecallState } from '../../asking/domain/recall-state.ts';
import { setsOf } from '../../asking/domain/session-sets.ts';
import { ratingOfDispute } from '../../scheduling/domain/reviews/rating.ts';
import type { DisputedGrade } from '../../scheduling/protocol.ts';
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

interface Undecided {
  readonly person: string;
  readonly state: SessionState;
  readonly pointId: string;
  readonly rating: DisputedGrade;
}

/** Grades a point that a card showed and that the person left undecided, dated at what they said. */
export async function gradeUndecided(
  { preferencesOf, undo, now, newId }: Grading,
  trx: Transaction<RecallTables>,
  { person, state, pointId, rating: wanted }: Undecided,
): Promise<DisputeAnswer> {
  const { session, messages, updatedAt } = state;
  const recall = state.modes['recall'] as RecallState;
  const row = undecidedRow(recall, pointId);
  const rating = ratingOfDispute(wanted);
  const setId = setsOf(recall).find(({ pointIds }) => pointIds.includes(pointId))?.id;
  if (!row || rating === 0 || setId === undefined)
    throw new AppError('refused', 'This point has no grade that could be removed.', { reason: 'not-asked' });
  await lockReviews(trx, { person, setId });
  const preferences = await preferencesOf(trx, person);
  const at = messages.find(({ id }) => id === row.messageId)?.at ?? updatedAt;
  const how = rating === 1 ? 'missed' : 'unaided';
  const review = { id: newId(), person, session, pointId, rating, how, at, isSelfChecked: true } as const;
  const why = await recordReview(trx, { ...review, messageId: row.messageId, durationMs: null }, preferences);
  if (why) throw new AppError('refused', 'This point has been reviewed or deleted since.', { reason: why });
  await recountSession(trx, { person, session });
  const answer = { pointId, isRecalled: rating > 1 };
  await undo.record(trx, cardAction(person, { session, cardId: row.cardId }, answer));
  const written = await findReviewOf(trx, { person, session, pointId });
  assert(written, 'the review was just written');
  return answerOf(trx, { row: written, counts: rating, now: now() }, preferences);
}
