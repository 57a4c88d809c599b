import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';

import type { OwnedPoint, OwnedSet, RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { Rating } from '../../domain/reviews/rating.ts';
import type { ReplayedReview } from '../../domain/reviews/replay.ts';
import { readWeights, weightsOfReview } from '../memory-model/weights-store.ts';

export type ReviewRow = Selectable<RecallTables['review_log']>;

/** A review of the log with its effective rating. */
interface LoggedReview {
  readonly row: ReviewRow;
  readonly counted: ReplayedReview;
}

/**
 * Makes other transactions that change reviews of this set wait until this one ends, so that each reads what the others
 * wrote: SQLite has one writer, PostgreSQL locks the row. All reviews that a set's cards and day totals depend on
 * belong to the set. Call it before reading any of them, and for several sets in the order of their ids.
 */
export async function lockReviews(trx: Transaction<RecallTables>, { person, setId }: OwnedSet): Promise<void> {
  await trx
    .updateTable('recall_sets')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .execute();
}

/** Every review of a point in order, with its effective rating. */
export async function readReviews(
  db: Kysely<RecallTables>,
  { person, pointId }: OwnedPoint,
  preferences: RecallPreferences,
): Promise<readonly LoggedReview[]> {
  const rows = await db
    .selectFrom('review_log')
    .selectAll()
    .where('point_id', '=', pointId)
    .where('person_id', '=', person)
    .execute();
  const counted = await countReviews(db, { person, pointIds: [pointId], preferences });
  return inOrder(rows).map((row) => ({ row, counted: counted(row) }));
}

/**
 * The reviews of several points in order, with their effective ratings, by point. Points without a review are absent.
 */
export async function readCounted(
  db: Kysely<RecallTables>,
  of: { readonly person: string; readonly pointIds: readonly string[]; readonly preferences: RecallPreferences },
): Promise<ReadonlyMap<string, readonly ReplayedReview[]>> {
  const rows = await db
    .selectFrom('review_log')
    .select(['id', 'point_id', 'at', 'time_zone', 'day_starts_at', 'rating', 'how'])
    .select(['weights_id', 'desired_retention', 'is_fuzzed'])
    .where(isOfPoints(of.person, of.pointIds))
    .execute();
  const counted = await countReviews(db, of);
  const byPoint = Map.groupBy(inOrder(rows), ({ point_id }) => point_id);
  return new Map(Array.from(byPoint, ([pointId, ofPoint]) => [pointId, ofPoint.map(counted)]));
}

async function countReviews(
  db: Kysely<RecallTables>,
  of: { readonly person: string; readonly pointIds: readonly string[]; readonly preferences: RecallPreferences },
): Promise<(row: CountedColumns) => ReplayedReview> {
  const disputed = await readDisputes(db, of);
  const held = await readWeights(db, of.person);
  return (row) => ({
    rating: disputed.get(row.id) ?? (row.rating as Rating),
    at: row.at,
    how: row.how,
    cut: { timeZone: row.time_zone, dayStartsAt: row.day_starts_at },
    settings: {
      weights: weightsOfReview(held, row),
      // Older rows have no value; only the next due date depends on it.
      desiredRetention: row.desired_retention ?? of.preferences.desiredRetention,
      ...(row.is_fuzzed === 1 && { fuzzedFor: row.point_id }),
    },
  });
}

type CountedColumns = Omit<
  ReviewRow,
  'person_id' | 'set_id' | 'session_id' | 'state_before' | 'message_id' | 'duration_ms' | 'self_checked'
>;

/**
 * Filters by pairs of person and point, and the result must be sorted by `inOrder`: otherwise SQLite would read every
 * review of the person through the index on `at`.
 */
export function isOfPoints(person: string, pointIds: Iterable<string>) {
  const points = Array.from(pointIds, (pointId) => sql`(${person}, ${pointId})`);
  return sql<boolean>`(person_id, point_id) in (values ${sql.join(points)})`;
}

export function inOrder<Review extends { readonly id: string; readonly at: number }>(
  reviews: readonly Review[],
): readonly Review[] {
  return reviews.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
}

/**
 * The ratings of disputed reviews by review id, 0 for not reviewed. A review that is absent counts as graded. Without
 * `pointIds`, all of a person's reviews.
 */
export async function readDisputes(
  db: Kysely<RecallTables>,
  of: { person: string; pointIds?: readonly string[] },
): Promise<ReadonlyMap<string, Rating | 0>> {
  let query = db
    .selectFrom('review_disputes')
    .select(['review_id', 'rating'])
    .where('person_id', '=', of.person)
    .where('undone_at', 'is', null)
    .orderBy('at')
    .orderBy('id');
  if (of.pointIds) {
    if (of.pointIds.length === 0) return new Map();
    query = query.where('point_id', 'in', [...of.pointIds]);
  }
  // Rows are in order, so the latest dispute wins.
  return new Map((await query.execute()).map((row) => [row.review_id, row.rating as Rating | 0]));
}
