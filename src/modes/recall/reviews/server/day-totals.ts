import type { Transaction } from 'kysely';

import { dayTotals, type TotalledReview } from '../../scheduling/domain/reviews/day-totals.ts';
import type { Rating } from '../../scheduling/domain/reviews/rating.ts';
import { readImportedDays } from '../../scheduling/server/reviews/imported-histories.ts';
import { inOrder, isOfPoints, readDisputes, type ReviewRow } from '../../scheduling/server/reviews/review-log.ts';
import type { OwnedSet } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';

/** Recounts the day totals after a session wrote reviews, in the same transaction and under the lock of its set. */
export async function recountSession(
  trx: Transaction<RecallTables>,
  { person, session }: { person: string; session: string },
): Promise<void> {
  const reviews = await readReviewsOf(trx, { person, session });
  for (const [setId, ofSet] of Map.groupBy(reviews, ({ set_id }) => set_id))
    await recount(trx, { person, setId, reviews: ofSet });
}

/** The same after a review was disputed, or its dispute was undone. */
export async function recountReview(trx: Transaction<RecallTables>, review: ReviewRow): Promise<void> {
  await recount(trx, { person: review.person_id, setId: review.set_id, reviews: [review] });
}

/** Counts only reviews of one set: the lock of a set covers the totals of that set in all sessions. */
async function recount(
  trx: Transaction<RecallTables>,
  { person, setId, reviews }: OwnedSet & { reviews: readonly Pick<ReviewRow, 'id' | 'point_id'>[] },
): Promise<void> {
  if (reviews.length === 0) return;
  const pointIds = new Set(reviews.map(({ point_id }) => point_id));
  const ofChanged = await readHistories(trx, { person, pointIds });
  const sessions = affectedSessions(ofChanged, new Set(reviews.map(({ id }) => id)));
  const otherIds = new Set<string>();
  for (const session of sessions)
    for (const { point_id, set_id } of await readReviewsOf(trx, { person, session }))
      if (set_id === setId && !pointIds.has(point_id)) otherIds.add(point_id);
  const ofOthers = await readHistories(trx, { person, pointIds: otherIds });
  const totals = dayTotals(
    inOrder([...ofChanged.histories, ...ofOthers.histories]),
    new Map([...ofChanged.disputed, ...ofOthers.disputed]),
    await readImportedDays(trx, { person, pointIds: [...pointIds, ...otherIds] }),
  ).filter(({ session_id, set_id }) => set_id === setId && sessions.has(session_id));
  await trx
    .deleteFrom('review_day_totals')
    .where('session_id', 'in', [...sessions])
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .execute();
  await trx
    .insertInto('review_day_totals')
    .values(totals.map((row) => ({ person_id: person, ...row })))
    .execute();
}

/**
 * The sessions of changed reviews, and of the next counting review of each of their points: whether a point was known
 * before that review depends on the review before it, and on no earlier one.
 */
function affectedSessions({ histories, disputed }: Histories, changed: ReadonlySet<string>): ReadonlySet<string> {
  const sessions = new Set<string>();
  for (const ofPoint of Map.groupBy(histories, ({ point_id }) => point_id).values()) {
    const first = ofPoint.findIndex(({ id }) => changed.has(id));
    const next = ofPoint.find(({ id }, index) => index > first && disputed.get(id) !== 0);
    for (const review of [ofPoint[first], next]) if (review) sessions.add(review.session_id);
  }
  return sessions;
}

function readReviewsOf(trx: Transaction<RecallTables>, { person, session }: { person: string; session: string }) {
  return trx
    .selectFrom('review_log')
    .select(['id', 'point_id', 'set_id'])
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .execute();
}

interface Histories {
  readonly histories: readonly TotalledReview[];
  readonly disputed: ReadonlyMap<string, Rating | 0>;
}

/** Every review of the given points, in order, and the effective ratings of disputed ones. */
async function readHistories(
  trx: Transaction<RecallTables>,
  { person, pointIds }: { person: string; pointIds: ReadonlySet<string> },
): Promise<Histories> {
  if (pointIds.size === 0) return { histories: [], disputed: new Map() };
  const histories = await trx
    .selectFrom('review_log')
    .select([
      'id',
      'session_id',
      'set_id',
      'point_id',
      'at',
      'time_zone',
      'day_starts_at',
      'rating',
      'duration_ms',
      'desired_retention',
      'self_checked',
    ])
    .where(isOfPoints(person, pointIds))
    .execute();
  return { histories: inOrder(histories), disputed: await readDisputes(trx, { person, pointIds: [...pointIds] }) };
}
