import type { Kysely } from 'kysely';

import { assert } from '#kernel/assert.ts';

import { gradeOf } from '../../scheduling/domain/reviews/rating.ts';
import { readReviews, type ReviewRow } from '../../scheduling/server/reviews/review-log.ts';
import { openSessions, readShownDue } from '../../scheduling/server/reviews/shown-cards.ts';
import { readPoint } from '../../sets/server/points.ts';
import type { OwnedPoint, RecallPreferences } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { CountedReview, PointHistory } from '../protocol.ts';

/** Every review of a point with its original and effective rating. Omits grades of open sessions. */
export async function readPointHistory(
  db: Kysely<RecallTables>,
  point: OwnedPoint,
  preferences: RecallPreferences,
): Promise<PointHistory> {
  const { person, pointId } = point;
  await readPoint(db, point);
  const reviews = await readReviews(db, point, preferences);
  const open = await openSessions(db, person);
  return {
    pointId,
    nextDueAt: await readShownDue(db, { ...point, preferences }),
    reviews: reviews
      .filter(({ row }) => !open.has(row.session_id))
      .map(({ row, counted }) => toCountedReview(row, counted.rating)),
  };
}

/** A review with its current rating: 0 if the person removed it. */
export function toCountedReview(row: ReviewRow, counts: number): CountedReview {
  const original = gradeOf(row.rating);
  assert(original, 'the review log holds grades from 1 to 4');
  return {
    reviewId: row.id,
    pointId: row.point_id,
    session: row.session_id,
    at: row.at,
    how: row.how,
    original,
    rating: gradeOf(counts),
    durationMs: row.duration_ms,
  };
}
