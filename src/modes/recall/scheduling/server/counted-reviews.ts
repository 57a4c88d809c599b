import type { Kysely } from 'kysely';

import type { RecallTables } from '../../storage/server/tables.ts';
import type { LoggedReview } from '../domain/history.ts';
import type { Rating } from '../domain/reviews/rating.ts';
import { countForeseeableImported, importedReviews } from './reviews/imported-histories.ts';
import { readDisputes } from './reviews/review-log.ts';

/** Reads in chunks, so that a long log does not block other requests. */
const REVIEWS_A_PIECE = 5_000;

/**
 * All of a person's reviews with their effective ratings, without removed reviews: first imported ones, then those made
 * here, oldest first. Reviews of deleted points are included, because they still describe this person's memory.
 * `leaveOutJudged`: a point's history ends before the first grade that the person judged or changed, because later
 * reviews depend on that one.
 */
export async function* countedReviews(
  db: Kysely<RecallTables>,
  person: string,
  { leaveOutJudged = false }: { readonly leaveOutJudged?: boolean } = {},
): AsyncIterable<LoggedReview[]> {
  yield* importedReviews(db, person);
  const disputed = await readDisputes(db, { person });
  const left = new Set<string>();
  let last = { at: Number.MIN_SAFE_INTEGER, id: '' };
  for (;;) {
    const rows = await readPiece(db, person, last);
    const counted: LoggedReview[] = [];
    for (const row of rows) {
      if (leaveOutJudged && (row.self_checked === 1 || disputed.has(row.id))) left.add(row.point_id);
      if (left.has(row.point_id)) continue;
      const rating = disputed.get(row.id) ?? (row.rating as Rating);
      if (rating === 0) continue;
      counted.push({
        pointId: row.point_id,
        at: row.at,
        timeZone: row.time_zone,
        dayStartsAt: row.day_starts_at,
        rating,
      });
    }
    yield counted;
    const end = rows.at(-1);
    if (!end || rows.length < REVIEWS_A_PIECE) return;
    last = end;
  }
}

function readPiece(db: Kysely<RecallTables>, person: string, after: { at: number; id: string }) {
  return db
    .selectFrom('review_log')
    .select(['id', 'point_id', 'at', 'time_zone', 'day_starts_at', 'rating', 'self_checked'])
    .where('person_id', '=', person)
    .where((eb) => eb.or([eb('at', '>', after.at), eb.and([eb('at', '=', after.at), eb('id', '>', after.id)])]))
    .orderBy('at')
    .orderBy('id')
    .limit(REVIEWS_A_PIECE)
    .execute();
}

/** The approximate number of predictable reviews: all except the first of each point. */
export async function countForeseeableReviews(db: Kysely<RecallTables>, person: string): Promise<number> {
  const row = await db
    .selectFrom('review_log')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('reviews'),
      eb.fn.count<number | string>('point_id').distinct().as('points'),
    ])
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
  return Number(row.reviews) - Number(row.points) + (await countForeseeableImported(db, person));
}
