import { setImmediate } from 'node:timers/promises';

import type { Transaction } from 'kysely';

import type { ImportedReview } from '../../../scheduling/domain/reviews/imported-history.ts';
import { replayPoints } from '../../../scheduling/server/reviews/cards.ts';
import { lockReviews } from '../../../scheduling/server/reviews/review-log.ts';
import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { CardHistory } from './card-history.ts';

type Trx = Transaction<RecallTables>;

/** Later reviews, made in another program after the import, of a point that was not reviewed here. */
export interface LaterReviews {
  readonly pointId: string;
  readonly history: CardHistory;
}

/**
 * The imported history before a later import, to restore it; null if there was none. Its reviews are a prefix of the
 * joined reviews, so only their number is stored.
 */
export interface HistoryBefore {
  readonly pointId: string;
  readonly from: { readonly importId: string; readonly card: string | null; readonly reviews: number } | null;
}

interface Writing {
  readonly person: string;
  readonly at: number;
  readonly preferences: RecallPreferences;
}

const POINTS_AT_ONCE = 50;

/** Appends later reviews to imported histories and replaces the cards. Skips points that were reviewed here. */
export async function addLaterReviews(
  trx: Trx,
  by: Writing & { readonly importId: string },
  all: readonly LaterReviews[],
): Promise<readonly HistoryBefore[]> {
  const before: HistoryBefore[] = [];
  for (let from = 0; from < all.length; from += POINTS_AT_ONCE) {
    await setImmediate();
    const given = new Map(all.slice(from, from + POINTS_AT_ONCE).map((each) => [each.pointId, each.history]));
    const rows = await readUnreviewed(trx, by.person, [...given.keys()]);
    if (rows.length === 0) continue;
    const histories = rows.map(({ id, reviews: held, review_count: count, import_id: importId, card: earlier }) => {
      const { card, reviews } = given.get(id) ?? { card: null, reviews: [] };
      const there = JSON.parse(held ?? '[]') as readonly ImportedReview[];
      const since = there.at(-1)?.[0] ?? 0;
      const joined = [...there, ...reviews.filter(([at]) => at > since)];
      before.push({
        pointId: id,
        from: importId === null ? null : { importId, card: earlier, reviews: count ?? there.length },
      });
      return {
        point_id: id,
        person_id: by.person,
        import_id: by.importId,
        card: JSON.stringify(card),
        reviews: JSON.stringify(joined),
        review_count: joined.length,
      };
    });
    await trx
      .insertInto('imported_histories')
      .values(histories)
      .onConflict((conflict) =>
        conflict.column('point_id').doUpdateSet((eb) => ({
          import_id: eb.ref('excluded.import_id'),
          card: eb.ref('excluded.card'),
          reviews: eb.ref('excluded.reviews'),
          review_count: eb.ref('excluded.review_count'),
        })),
      )
      .execute();
    await replayPoints(trx, { ...by, pointIds: rows.map(({ id }) => id) }, by.preferences);
  }
  return before;
}

/** Removes the reviews of one import. Reviews made here since then are replayed from the restored history. */
export async function takeLaterReviewsBack(trx: Trx, by: Writing, all: readonly HistoryBefore[]): Promise<void> {
  for (let start = 0; start < all.length; start += POINTS_AT_ONCE) {
    await setImmediate();
    const part = all.slice(start, start + POINTS_AT_ONCE);
    for (const { pointId, from } of part) {
      const ofPoint = trx.selectFrom('imported_histories').where('point_id', '=', pointId);
      const row = await ofPoint.select('reviews').where('person_id', '=', by.person).executeTakeFirst();
      if (!row) continue;
      if (from === null) {
        await trx
          .deleteFrom('imported_histories')
          .where('point_id', '=', pointId)
          .where('person_id', '=', by.person)
          .execute();
        continue;
      }
      const reviews = (JSON.parse(row.reviews) as readonly ImportedReview[]).slice(0, from.reviews);
      await trx
        .updateTable('imported_histories')
        .set({
          import_id: from.importId,
          card: from.card,
          reviews: JSON.stringify(reviews),
          review_count: reviews.length,
        })
        .where('point_id', '=', pointId)
        .where('person_id', '=', by.person)
        .execute();
    }
    await replayPoints(trx, { ...by, pointIds: part.map(({ pointId }) => pointId) }, by.preferences);
  }
}

async function readUnreviewed(trx: Trx, person: string, pointIds: readonly string[]) {
  const points = trx
    .selectFrom('recall_points')
    .where('recall_points.person_id', '=', person)
    .where('id', 'in', pointIds);
  const sets = await points.select('set_id').distinct().orderBy('set_id').execute();
  for (const { set_id: setId } of sets) await lockReviews(trx, { person, setId });
  return points
    .leftJoin('imported_histories', 'point_id', 'recall_points.id')
    .select(['recall_points.id', 'import_id', 'card', 'reviews', 'review_count'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_log')
            .select('review_log.id')
            .where('review_log.person_id', '=', person)
            .whereRef('review_log.point_id', '=', 'recall_points.id'),
        ),
      ),
    )
    .execute();
}
