import type { Kysely, Transaction } from 'kysely';

import type { OwnedPoint } from '../../../storage/server/owned.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { dueAt, type StoredCard } from '../../domain/scheduling.ts';

/** The card of a point; null without reviews. */
export async function readCard(
  db: Kysely<RecallTables>,
  { person, pointId }: OwnedPoint,
): Promise<{ card: StoredCard; reviews: number } | null> {
  const row = await db
    .selectFrom('point_cards')
    .select(['card', 'reviews'])
    .where('point_id', '=', pointId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row ? { card: JSON.parse(row.card) as StoredCard, reviews: row.reviews } : null;
}

/** Writes a point's card with its number of reviews; null removes it. */
export async function writeCard(
  trx: Transaction<RecallTables>,
  { person, pointId }: OwnedPoint,
  held: { card: StoredCard | null; reviews: number; at: number },
): Promise<void> {
  const { card, reviews, at } = held;
  if (card === null) {
    await trx.deleteFrom('point_cards').where('point_id', '=', pointId).where('person_id', '=', person).execute();
    return;
  }
  const row = { due_at: dueAt(card), card: JSON.stringify(card), reviews, lapses: card.lapses, updated_at: at };
  await trx
    .insertInto('point_cards')
    .values({ point_id: pointId, person_id: person, ...row })
    .onConflict((conflict) => conflict.column('point_id').doUpdateSet(row))
    .execute();
}
