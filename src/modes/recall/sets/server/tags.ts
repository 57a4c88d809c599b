import type { Kysely } from 'kysely';

import { isInUse } from '../../scheduling/server/in-use.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { tagsOf } from '../domain/tags.ts';

/** Sorted tags of a person's points in active sets, including the parent levels of each tag. */
export async function readTags(db: Kysely<RecallTables>, person: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select('tags')
    .distinct()
    .where('recall_points.person_id', '=', person)
    .where('tags', '<>', '')
    .where(isInUse)
    .where('recall_sets.status', '=', 'active')
    .where('recall_sets.deleted_at', 'is', null)
    .execute();
  return [...new Set(rows.flatMap(({ tags }) => tagsOf(tags).flatMap(withLevels)))].toSorted();
}

function withLevels(tag: string): readonly string[] {
  const levels = tag.split('::');
  return levels.map((_, index) => levels.slice(0, index + 1).join('::'));
}
