import { setImmediate } from 'node:timers/promises';

import type { Kysely, Transaction } from 'kysely';

import type { OwnedPoint, RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { replay } from '../../domain/reviews/replay.ts';
import { dueAt, type StoredCard } from '../../domain/scheduling.ts';
import { readImportedCards } from './imported-histories.ts';
import { lockReviews, readCounted } from './review-log.ts';

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

/** Points per read and write: about 10 ms, then other work gets its turn. */
const POINTS_AT_A_TIME = 50;

/** Recomputes a point's card from its effective reviews. Removes the card if no review counts. */
export async function replayPoint(
  trx: Transaction<RecallTables>,
  { person, pointId, at }: OwnedPoint & { at: number },
  preferences: RecallPreferences,
): Promise<void> {
  await replayPoints(trx, { person, pointIds: [pointId], at }, preferences);
}

export async function replayAllPoints(
  trx: Transaction<RecallTables>,
  { person, at }: { person: string; at: number },
  preferences: RecallPreferences,
): Promise<void> {
  const sets = await trx.selectFrom('recall_sets').select('id').where('person_id', '=', person).execute();
  for (const setId of sets.map(({ id }) => id).toSorted()) await lockReviews(trx, { person, setId });
  const rows = await trx.selectFrom('point_cards').select('point_id').where('person_id', '=', person).execute();
  const all = rows.map(({ point_id }) => point_id);
  for (let from = 0; from < all.length; from += POINTS_AT_A_TIME) {
    await replayPoints(trx, { person, pointIds: all.slice(from, from + POINTS_AT_A_TIME), at }, preferences);
    await setImmediate();
  }
}

/** The same for several points. */
export async function replayPoints(
  trx: Transaction<RecallTables>,
  { person, pointIds, at }: { person: string; pointIds: readonly string[]; at: number },
  preferences: RecallPreferences,
): Promise<void> {
  const logged = await readCounted(trx, { person, pointIds, preferences });
  const imported = await readImportedCards(trx, { person, pointIds, preferences });
  const cards = pointIds.map((pointId) => {
    const counted = logged.get(pointId) ?? [];
    const from = imported.get(pointId) ?? null;
    const reviews = (from?.reps ?? 0) + counted.filter(({ rating }) => rating !== 0).length;
    return { pointId, card: replay(counted, from), reviews };
  });
  await writeCards(trx, person, { cards, at });
}
