import type { Kysely } from 'kysely';

import { dayOf, endOfDay, startOfDay } from '#day/domain/day.ts';

import type { Moment } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { type Load, NO_LOAD } from '../domain/day-load.ts';
import { dueAt } from '../domain/scheduling.ts';
import { isInUse } from './in-use.ts';
import { openSessions, readShownCards } from './reviews/shown-cards.ts';
import { readWaitingSiblings } from './waiting-siblings.ts';

export interface ExposedToday {
  /** The points told or shown on the person's current day, due or not, and siblings that wait for the next day. */
  readonly pointIds: ReadonlySet<string>;
  /** The number of these points that would otherwise be asked for today, by set; sets without any are absent. */
  readonly bySet: ReadonlyMap<string, Load>;
}

/**
 * The points that were told or shown on a person's current day. Recalled today, they would earn no passing review, so
 * they are asked for from tomorrow on. The same holds for points whose sibling shows their answer. Points that an open
 * session told belong to that session.
 */
export async function readExposedToday(
  db: Kysely<RecallTables>,
  person: string,
  { now, preferences }: Moment,
): Promise<ExposedToday> {
  const open = await openSessions(db, person);
  let query = db
    .selectFrom('exposures')
    .innerJoin('recall_points', 'recall_points.id', 'exposures.point_id')
    .leftJoin('point_cards', 'point_cards.point_id', 'exposures.point_id')
    .select(['exposures.point_id', 'set_id', 'due_at'])
    .distinct()
    .where('exposures.person_id', '=', person)
    .where('exposures.at', '>=', startOfDay(dayOf(now, preferences), preferences))
    .where(isInUse);
  if (open.size > 0) query = query.where('session_id', 'not in', [...open]);
  const rows = await query.execute();
  const by = endOfDay(now, preferences);
  const shown = await readShownCards(db, { person, preferences });
  const bySet = new Map<string, Load>();
  for (const { point_id, set_id, ...stored } of rows) {
    const instead = shown.get(point_id);
    const due_at = instead ? instead.card && dueAt(instead.card) : stored.due_at;
    const { due, fresh } = bySet.get(set_id) ?? { due: 0, fresh: 0 };
    if (due_at === null) bySet.set(set_id, { due, fresh: fresh + 1 });
    else if (due_at < by) bySet.set(set_id, { due: due + 1, fresh });
  }
  const pointIds = new Set(rows.map((row) => row.point_id));
  for (const { point_id, set_id, due_at } of await readWaitingSiblings(db, person, { now, preferences })) {
    if (pointIds.has(point_id)) continue;
    pointIds.add(point_id);
    const { due, fresh } = bySet.get(set_id) ?? NO_LOAD;
    bySet.set(set_id, due_at === null ? { due, fresh: fresh + 1 } : { due: due + 1, fresh });
  }
  return { pointIds, bySet };
}
