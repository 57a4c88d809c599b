import { type Kysely, sql } from 'kysely';

import { dayOf, endOfDay, startOfDay } from '#day/domain/day.ts';

import type { Moment } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { isInUse } from './in-use.ts';

export interface WaitingSibling {
  readonly point_id: string;
  readonly set_id: string;
  readonly due_at: number | null;
}

/**
 * Due and new points that wait for the next day because of a sibling: one that was reviewed or told today, or that is
 * asked for first today. Due ones come before new ones.
 */
export async function readWaitingSiblings(
  db: Kysely<RecallTables>,
  person: string,
  { now, preferences }: Moment,
): Promise<readonly WaitingSibling[]> {
  const since = startOfDay(dayOf(now, preferences), preferences);
  const { rows } = await sql<WaitingSibling>`
    with asked as (
      select recall_points.id as point_id, recall_points.set_id, recall_points.note_id, point_cards.due_at,
        row_number() over (
          partition by recall_points.note_id
          order by case when point_cards.due_at is null then 1 else 0 end, point_cards.due_at,
            recall_points.set_id, recall_points.position, recall_points.id
        ) as turn
      from recall_points
      join recall_sets on recall_sets.id = recall_points.set_id
      left join point_cards on point_cards.point_id = recall_points.id
      where recall_points.person_id = ${person} and recall_points.note_id is not null and ${isInUse}
        and recall_sets.status = 'active' and recall_sets.deleted_at is null
        and (point_cards.due_at is null or point_cards.due_at < ${endOfDay(now, preferences)})
    )
    select point_id, set_id, due_at from asked
    where turn > 1 or note_id in (
      select note_id from recall_points
      where person_id = ${person} and note_id is not null and id in (
        select point_id from review_log where person_id = ${person} and at >= ${since}
        union select point_id from exposures where person_id = ${person} and at >= ${since}
      )
    )`.execute(db);
  return rows.map((row) => ({ ...row, due_at: row.due_at === null ? null : Number(row.due_at) }));
}

/** Keeps the first point of each note, so that no session asks for two siblings. */
export function withoutSiblings<Point extends { readonly note_id: string | null }>(
  points: readonly Point[],
): readonly Point[] {
  const notes = new Set<string>();
  return points.filter(({ note_id }) => {
    if (note_id === null) return true;
    const isFirst = !notes.has(note_id);
    notes.add(note_id);
    return isFirst;
  });
}
