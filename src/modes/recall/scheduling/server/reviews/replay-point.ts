import { setImmediate } from 'node:timers/promises';

import type { Transaction } from 'kysely';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { OwnedPoint } from '../../../storage/server/owned.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { replay } from '../../domain/reviews/replay.ts';
import { writeCards } from './cards.ts';
import { lockReviews, readCounted } from './review-log.ts';

/** Points per read and write: about 10 ms, after which other work runs. */
const POINTS_AT_A_TIME = 50;

/** Recomputes a point's card from its reviews as they count now. Without a counting review the card is removed. */
export async function replayPoint(
  trx: Transaction<RecallTables>,
  { person, pointId, at }: OwnedPoint & { at: number },
  preferences: RecallPreferences,
): Promise<void> {
  await replayPoints(trx, { person, pointIds: [pointId], at }, preferences);
}

/** Recomputes the cards of all points of a person. */
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

async function replayPoints(
  trx: Transaction<RecallTables>,
  { person, pointIds, at }: { person: string; pointIds: readonly string[]; at: number },
  preferences: RecallPreferences,
): Promise<void> {
  const logged = await readCounted(trx, { person, pointIds, preferences });
  const cards = pointIds.map((pointId) => {
    const counted = logged.get(pointId) ?? [];
    return { pointId, card: replay(counted), reviews: counted.filter(({ rating }) => rating !== 0).length };
  });
  await writeCards(trx, person, { cards, at });
}
