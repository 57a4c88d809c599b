import type { Kysely, Selectable } from 'kysely';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { OwnedPoint } from '../../../storage/server/owned.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { Rating } from '../../domain/reviews/rating.ts';
import type { ReplayedReview } from '../../domain/reviews/replay.ts';
import { weightsOfReviews } from '../memory-model/weights-of-reviews.ts';

export type ReviewRow = Selectable<RecallTables['review_log']>;

/** Every review of a point in order, as it counts now. */
export async function readReviews(
  db: Kysely<RecallTables>,
  point: OwnedPoint,
  preferences: RecallPreferences,
): Promise<readonly { row: ReviewRow; counted: ReplayedReview }[]> {
  const { person, pointId } = point;
  const rows = await db
    .selectFrom('review_log')
    .selectAll()
    .where('point_id', '=', pointId)
    .where('person_id', '=', person)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const disputed = await readDisputes(db, { person, pointIds: [pointId] });
  const weightsOf = await weightsOfReviews(db, point);
  return rows.map((row) => ({
    row,
    counted: {
      rating: disputed.get(row.id) ?? (row.rating as Rating),
      at: row.at,
      how: row.how,
      cut: { timeZone: row.time_zone, dayStartsAt: row.day_starts_at },
      settings: {
        weights: weightsOf({ id: row.weights_id, at: row.at }),
        // Older rows have no value; only the next due date depends on it.
        desiredRetention: row.desired_retention ?? preferences.desiredRetention,
        ...(row.is_fuzzed === 1 && { fuzzedFor: row.point_id }),
      },
    },
  }));
}

/**
 * The ratings of disputed reviews by review id, 0 for not reviewed. Reviews that are absent count as graded. Without
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
