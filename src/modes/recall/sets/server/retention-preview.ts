import type { Kysely } from 'kysely';

import { dayOf, daysBetween } from '#day/domain/day.ts';

import { retentionCosts } from '../../scheduling/domain/retention/retention-costs.ts';
import type { StoredCard } from '../../scheduling/domain/scheduling.ts';
import { hideOpenReviews } from '../../scheduling/server/reviews/shown-cards.ts';
import { activeWeightsOf } from '../../scheduling/server/scheduler-settings.ts';
import type { Moment, OwnedSet } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { RetentionPreview } from '../protocol.ts';
import { noSuchSet } from './sets.ts';

const DAYS = 90;

/** The cost of each retention in a set over the next three months, with the weights in use. */
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
