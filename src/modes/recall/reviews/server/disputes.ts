import type { Kysely, Transaction } from 'kysely';

import { dayOf } from '#day/domain/day.ts';
import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import { gradeOf, ratingOfDispute } from '../../scheduling/domain/reviews/rating.ts';
import type { DisputedGrade } from '../../scheduling/protocol.ts';
import { replayPoint } from '../../scheduling/server/reviews/cards.ts';
import { lockReviews, readDisputes, type ReviewRow } from '../../scheduling/server/reviews/review-log.ts';
import { readShownDue } from '../../scheduling/server/reviews/shown-cards.ts';
import type { RecallDependencies, RecallPreferences } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { DisputeAnswer } from '../protocol.ts';
import { recountReview } from './day-totals.ts';
import { toCountedReview } from './history.ts';

type Disputing = Pick<RecallDependencies, 'preferencesOf' | 'undo' | 'now' | 'newId'>;

/** Records the rating with which a person disputes a grade. The review is unchanged; the point's card is recomputed. */
export async function disputeGrade(
  dependencies: Disputing,
  trx: Transaction<RecallTables>,
  { person, reviewId, rating }: { readonly person: string; readonly reviewId: string; readonly rating: DisputedGrade },
): Promise<DisputeAnswer> {
  const row = await readReview(trx, person, reviewId);
  await requireOver(trx, person, row.session_id);
  await lockReviews(trx, { person, setId: row.set_id });
  const wanted = ratingOfDispute(rating);
  const preferences = await dependencies.preferencesOf(trx, person);
  const present = (await readDisputes(trx, { person, pointIds: [row.point_id] })).get(reviewId) ?? row.rating;
  if (wanted !== present) {
    const id = dependencies.newId();
    await dispute(trx, { id, review: row, rating: wanted, at: dependencies.now() }, preferences);
    const label = `Changed a grade to ${rating === 'not-reviewed' ? 'not reviewed' : rating}`;
    await dependencies.undo.record(trx, { person, kind: GRADE_DISPUTED, label, reversal: { disputeId: id } });
  }
  return answerOf(trx, { row, counts: wanted, now: dependencies.now() }, preferences);
}

/** The effective review, and when its point is due. */
export async function answerOf(
  db: Kysely<RecallTables>,
  { row, counts, now }: { readonly row: ReviewRow; readonly counts: number; readonly now: number },
  preferences: RecallPreferences,
): Promise<DisputeAnswer> {
  const nextDueAt = await readShownDue(db, { person: row.person_id, pointId: row.point_id, preferences });
  return {
    ...toCountedReview(row, counts),
    nextDueAt,
    nextDueDay: nextDueAt === null ? null : dayOf(nextDueAt, preferences),
    today: dayOf(now, preferences),
  };
}

/** The review of a point in a session; undefined without one. */
export async function findReviewOf(
  db: Kysely<RecallTables>,
  { person, session, pointId }: { person: string; session: string; pointId: string },
): Promise<ReviewRow | undefined> {
  return db
    .selectFrom('review_log')
    .selectAll()
    .where('session_id', '=', session)
    .where('point_id', '=', pointId)
    .where('person_id', '=', person)
    .executeTakeFirst();
}

interface NewDispute {
  readonly id: string;
  readonly review: ReviewRow;
  readonly rating: number;
  readonly at: number;
}

/** Stores a dispute, which sets the effective rating of the review, and recomputes everything that depends on it. */
export async function dispute(
  trx: Transaction<RecallTables>,
  { id, review, rating, at: now }: NewDispute,
  preferences: RecallPreferences,
): Promise<void> {
  const { person_id, point_id } = review;
  const at = await nextAt(trx, person_id, { reviewId: review.id, now });
  await trx
    .insertInto('review_disputes')
    .values({ id, person_id, review_id: review.id, point_id, rating, at, undone_at: null })
    .execute();
  await replayPoint(trx, { person: person_id, pointId: point_id, at }, preferences);
  await recountReview(trx, review);
}

const GRADE_DISPUTED = 'grade-disputed';

export function gradeUndoHandlers({ preferencesOf }: Pick<RecallDependencies, 'preferencesOf'>): UndoHandlers {
  return {
    [GRADE_DISPUTED]: {
      async reverse(anyTrx, { person, reversal, now }) {
        const trx = anyTrx as Transaction<RecallTables>;
        const { disputeId } = reversal as { disputeId: string };
        const review = await readDisputedReview(trx, { person, disputeId });
        if (review) await lockReviews(trx, { person, setId: review.set_id });
        if (!review || (await latestDispute(trx, person, review.id)) !== disputeId)
          throw changedSince('This grade has been changed again since. Change it where it stands.');
        await trx
          .updateTable('review_disputes')
          .set({ undone_at: now })
          .where('id', '=', disputeId)
          .where('person_id', '=', person)
          .execute();
        await replayPoint(trx, { person, pointId: review.point_id, at: now }, await preferencesOf(trx, person));
        await recountReview(trx, review);
      },
    },
  };
}

async function readReview(db: Kysely<RecallTables>, person: string, reviewId: string): Promise<ReviewRow> {
  const row = await db
    .selectFrom('review_log')
    .selectAll()
    .where('id', '=', reviewId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!row || gradeOf(row.rating) === null) throw new AppError('not-found', 'There is no such review.');
  return row;
}

async function readDisputedReview(
  db: Kysely<RecallTables>,
  { person, disputeId }: { person: string; disputeId: string },
): Promise<ReviewRow | undefined> {
  return db
    .selectFrom('review_disputes')
    .innerJoin('review_log', 'review_log.id', 'review_disputes.review_id')
    .selectAll('review_log')
    .where('review_disputes.id', '=', disputeId)
    .where('review_disputes.person_id', '=', person)
    .where('review_log.person_id', '=', person)
    .executeTakeFirst();
}

async function requireOver(db: Kysely<RecallTables>, person: string, session: string): Promise<void> {
  const open = await db
    .selectFrom('recall_sessions')
    .select('session_id')
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .where('is_open', '=', 1)
    .executeTakeFirst();
  if (open)
    throw new AppError('refused', 'Grades can be changed once the session is over.', { reason: 'session-open' });
}

async function latestDispute(db: Kysely<RecallTables>, person: string, reviewId: string): Promise<string | null> {
  const row = await db
    .selectFrom('review_disputes')
    .select('id')
    .where('review_id', '=', reviewId)
    .where('person_id', '=', person)
    .where('undone_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Later than every earlier dispute of the review, because the latest one counts. */
async function nextAt(
  db: Kysely<RecallTables>,
  person: string,
  { reviewId, now }: { reviewId: string; now: number },
): Promise<number> {
  const last = await db
    .selectFrom('review_disputes')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('review_id', '=', reviewId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return Math.max(now, Number(last?.at ?? 0) + 1);
}
