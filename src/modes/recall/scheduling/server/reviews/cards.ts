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

interface NewCard {
  readonly pointId: string;
  /** Null removes the card. */
  readonly card: StoredCard | null;
  readonly reviews: number;
}

/** Writes the cards of points with their numbers of reviews. */
export async function writeCards(
  trx: Transaction<RecallTables>,
  person: string,
  { cards, at }: { cards: readonly NewCard[]; at: number },
): Promise<void> {
  const removed = cards.filter(({ card }) => card === null).map(({ pointId }) => pointId);
  if (removed.length > 0)
    await trx.deleteFrom('point_cards').where('point_id', 'in', removed).where('person_id', '=', person).execute();
  const rows = cards.flatMap(({ pointId, card, reviews }) =>
    card === null
      ? []
      : [
          {
            point_id: pointId,
            person_id: person,
            due_at: dueAt(card),
            card: JSON.stringify(card),
            reviews,
            lapses: card.lapses,
            updated_at: at,
          },
        ],
  );
  if (rows.length === 0) return;
  await trx
    .insertInto('point_cards')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('point_id').doUpdateSet((eb) => ({
        due_at: eb.ref('excluded.due_at'),
        card: eb.ref('excluded.card'),
        reviews: eb.ref('excluded.reviews'),
        lapses: eb.ref('excluded.lapses'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}
