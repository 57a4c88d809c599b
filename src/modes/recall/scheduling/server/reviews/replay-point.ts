import type { Transaction } from 'kysely';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { OwnedPoint } from '../../../storage/server/owned.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { replay } from '../../domain/reviews/replay.ts';
import type { StoredCard } from '../../domain/scheduling.ts';
import { writeCard } from './cards.ts';
import { readReviews } from './review-log.ts';

/** Recomputes a point's card from its reviews as they count now. Without a counting review the card is removed. */
export async function replayPoint(
  trx: Transaction<RecallTables>,
  point: OwnedPoint & { at: number },
  preferences: RecallPreferences,
): Promise<StoredCard | null> {
  const counted = (await readReviews(trx, point, preferences)).map((each) => each.counted);
  const card = replay(counted);
  const reviews = counted.filter(({ rating }) => rating !== 0).length;
  await writeCard(trx, point, { card, reviews, at: point.at });
  return card;
}
