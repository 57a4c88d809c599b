import type { Kysely } from 'kysely';

import type { RecallTables } from '../../../storage/server/tables.ts';
import type { CountedRating } from '../../domain/reviews/logged-review.ts';

/** What disputed reviews count for, by point and the instant of the review. */
export type Disputed = ReadonlyMap<string, ReadonlyMap<number, CountedRating>>;

/** Of several disputes of a review the latest that was not undone counts. */
export async function readDisputed(db: Kysely<RecallTables>, person: string): Promise<Disputed> {
  const rows = await db
    .selectFrom('review_disputes')
    .innerJoin('review_log', 'review_log.id', 'review_disputes.review_id')
    .select(['review_log.point_id', 'review_log.at', 'review_disputes.rating'])
    .where('review_disputes.person_id', '=', person)
    .where('review_log.person_id', '=', person)
    .where('undone_at', 'is', null)
    .orderBy('review_disputes.at')
    .orderBy('review_disputes.id')
    .execute();
  const disputed = new Map<string, Map<number, CountedRating>>();
  for (const { point_id, at, rating } of rows) {
    const ofPoint = disputed.get(point_id) ?? new Map<number, CountedRating>();
    disputed.set(point_id, ofPoint.set(at, rating as CountedRating));
  }
  return disputed;
}
