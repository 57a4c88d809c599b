import type { Kysely, Transaction } from 'kysely';

import { DEFAULT_WEIGHTS, dueAt, emptyCard, review, type StoredCard } from '../domain/scheduling.ts';
import type { RecallPreferences } from './dependencies.ts';
import type { RecallTables } from './tables.ts';

export interface Review {
  readonly id: string;
  readonly person: string;
  readonly session: string;
  readonly pointId: string;
  readonly rating: 1 | 2 | 3 | 4;
  readonly at: number;
}

/**
 * Writes a review and moves the point's card, once a session and point, however often it is asked. A point that was
 * deleted meanwhile has no review.
 */
export async function recordReview(
  trx: Transaction<RecallTables>,
  graded: Review,
  preferences: RecallPreferences,
): Promise<void> {
  const { person, pointId, at, rating } = graded;
  const point = await trx
    .selectFrom('recall_points')
    .select('set_id')
    .where('id', '=', pointId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!point) return;
  const before = (await readCard(trx, person, pointId)) ?? emptyCard(at);
  const inserted = await trx
    .insertInto('review_log')
    .values({
      id: graded.id,
      person_id: person,
      point_id: pointId,
      set_id: point.set_id,
      session_id: graded.session,
      at,
      time_zone: preferences.timeZone,
      day_starts_at: preferences.dayStartsAt,
      rating,
      state_before: JSON.stringify(before),
      weights_id: DEFAULT_WEIGHTS.id,
    })
    .onConflict((conflict) => conflict.columns(['session_id', 'point_id']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return;
  const { desiredRetention } = preferences;
  const card = review(before, { rating, at }, { desiredRetention, weights: DEFAULT_WEIGHTS.weights });
  const row = { due_at: dueAt(card), card: JSON.stringify(card), updated_at: at };
  await trx
    .insertInto('point_cards')
    .values({ point_id: pointId, person_id: person, reviews: 1, ...row })
    .onConflict((conflict) =>
      conflict.column('point_id').doUpdateSet((eb) => ({ ...row, reviews: eb('point_cards.reviews', '+', 1) })),
    )
    .execute();
}

async function readCard(db: Kysely<RecallTables>, person: string, pointId: string): Promise<StoredCard | null> {
  const row = await db
    .selectFrom('point_cards')
    .select('card')
    .where('point_id', '=', pointId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row ? (JSON.parse(row.card) as StoredCard) : null;
}
