import type { Kysely } from 'kysely';

interface Sets {
  recall_sets: { id: string; title: string; folder: string };
}

/**
 * Tags of points, suspended points, the note of a point, and the exam day of a set. A set's folder has levels, divided
 * by `::`. Levels in a set's name move to its folder.
 */
export async function up(db: Kysely<Sets>): Promise<void> {
  for (const column of ['tags', 'note_id', 'note_card'] as const)
    await db.schema
      .alterTable('recall_points')
      .addColumn(column, 'text', (add) => (column === 'tags' ? add.notNull().defaultTo('') : add))
      .execute();
  await db.schema.alterTable('recall_points').addColumn('suspended_at', 'bigint').execute();
  await db.schema.alterTable('recall_sets').addColumn('exam_on', 'text').execute();
  await db.schema.createIndex('recall_points_of_notes').on('recall_points').columns(['person_id', 'note_id']).execute();
  const nested = await db
    .selectFrom('recall_sets')
    .select(['id', 'title', 'folder'])
    .where('title', 'like', '%::%')
    .execute();
  for (const { id, title, folder } of nested) {
    const levels = title
      .split('::')
      .map((level) => level.trim())
      .filter((level) => level !== '');
    const name = levels.pop();
    if (name === undefined || levels.length === 0) continue;
    const path = [...(folder === '' ? [] : [folder]), ...levels].join('::');
    await db.updateTable('recall_sets').set({ title: name, folder: path }).where('id', '=', id).execute();
  }
}
