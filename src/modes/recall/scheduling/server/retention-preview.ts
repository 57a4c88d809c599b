import type { Kysely } from 'kysely';

import { dayOf, daysBetween } from '../../domain/schedule/day.ts';
import type { StoredCard } from '../../domain/schedule/scheduling.ts';
import { hideOpenReviews } from '../../grades/server/shown-cards.ts';
import type { Moment } from '../../server/moment.ts';
import { activeWeightsOf } from '../../server/scheduler-settings.ts';
import { noSuchSet, type OwnedSet } from '../../server/sets/sets.ts';
import type { RecallTables } from '../../server/tables.ts';
import { retentionCosts } from '../domain/retention/retention-costs.ts';
import type { RetentionPreview } from '../protocol.ts';

const DAYS = 90;

/** What each retention would cost in a set over the next three months, by the memory model that is in use. */
export async function readRetentionPreview(
  db: Kysely<RecallTables>,
  { person, setId }: OwnedSet,
  { now, preferences }: Moment,
): Promise<RetentionPreview> {
  const set = await db
    .selectFrom('recall_sets')
    .select('new_per_day')
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!set) throw noSuchSet();
  const rows = await db
    .selectFrom('recall_points')
    .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .select(['recall_points.id', 'due_at', 'card', 'reviews', 'lapses'])
    .where('set_id', '=', setId)
    .where('recall_points.person_id', '=', person)
    .where('deleted_at', 'is', null)
    .execute();
  const today = dayOf(now, preferences);
  const shown = await hideOpenReviews(db, { person, setId, preferences }, rows);
  const cards = shown.flatMap((row) => (row.card === null ? [] : [JSON.parse(row.card) as StoredCard]));
  const { weights } = await activeWeightsOf(db, person);
  return {
    days: DAYS,
    points: rows.length,
    personRetention: preferences.desiredRetention,
    costs: retentionCosts({
      reviewed: cards.map(({ stability, difficulty, day, last_review }) => ({
        stability,
        difficulty,
        since: Math.max(0, daysBetween(day ?? dayOf(new Date(last_review ?? now).getTime(), preferences), today)),
      })),
      fresh: rows.length - cards.length,
      newPerDay: set.new_per_day,
      weights,
      days: DAYS,
    }),
  };
}
