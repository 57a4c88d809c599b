import type { Transaction } from 'kysely';

import type { SessionState } from '#session/protocol.ts';

import type { Rating } from '../../../scheduling/domain/reviews/rating.ts';
import { afterReview, isDoneOnDayOf } from '../../../scheduling/domain/reviews/replay.ts';
import { emptyCard } from '../../../scheduling/domain/scheduling.ts';
import { readCard, writeCards } from '../../../scheduling/server/reviews/cards.ts';
import { schedulerSettingsOf } from '../../../scheduling/server/scheduler-settings.ts';
import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { How, Ungraded } from '../../protocol.ts';
import { changeReview } from '../undo-answer.ts';

export interface NewReview {
  readonly id: string;
  readonly person: string;
  readonly session: string;
  readonly pointId: string;
  readonly rating: Rating;
  readonly how: Exclude<How, Ungraded | 'not-asked'>;
  readonly at: number;
  /** The message that recalled it; null if it was missed. */
  readonly messageId: string | null;
  /** From the question to the answer; null if unknown. */
  readonly durationMs: number | null;
  /** The person judged the answer in a self-check. */
  readonly isSelfChecked?: boolean;
}

/**
 * Writes a review and updates the card, once per session and point. Returns a reason instead for a deleted point, or
 * for a second pass on one day.
 */
export async function recordReview(
  trx: Transaction<RecallTables>,
  graded: NewReview,
  preferences: RecallPreferences,
): Promise<Ungraded | null> {
  const { person, pointId, at, rating, how } = graded;
  const point = await trx
    .selectFrom('recall_points')
    .select('set_id')
    .where('id', '=', pointId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!point) return 'gone';
  const before = await readCard(trx, { person, pointId });
  const { timeZone, dayStartsAt } = preferences;
  if (rating > 1 && before && isDoneOnDayOf(before.card, at, preferences)) return 'reviewed';
  const settings = await schedulerSettingsOf(trx, { person, setId: point.set_id, preferences });
  const changing = { trx, person, preferences, newId: () => graded.id };
  // A review that was taken back counts again, with the new rating.
  if (await changeReview(changing, { ...graded, isOnlyIfRemoved: true })) return null;
  const inserted = await trx
    .insertInto('review_log')
    .values({
      id: graded.id,
      person_id: person,
      point_id: pointId,
      set_id: point.set_id,
      session_id: graded.session,
      at,
      time_zone: timeZone,
      day_starts_at: dayStartsAt,
      rating,
      state_before: JSON.stringify(before?.card ?? emptyCard(at)),
      weights_id: settings.weightsId,
      how,
      message_id: graded.messageId,
      duration_ms: graded.durationMs,
      desired_retention: settings.desiredRetention,
      self_checked: graded.isSelfChecked ? 1 : 0,
      is_fuzzed: 1,
    })
    .onConflict((conflict) => conflict.columns(['session_id', 'point_id']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return null;
  const fuzzed = { ...settings, fuzzedFor: pointId };
  const counted = { rating, at, how, cut: { timeZone, dayStartsAt }, settings: fuzzed };
  const card = afterReview(before?.card ?? null, counted);
  await writeCards(trx, person, { cards: [{ pointId, card, reviews: (before?.reviews ?? 0) + 1 }], at });
  return null;
}

/** The inputs for the grades of some events. */
export interface Recording {
  readonly trx: Transaction<RecallTables>;
  readonly person: string;
  /** The session after these events. */
  readonly after: SessionState;
  readonly preferences: RecallPreferences;
  readonly newId: () => string;
}
