import type { Database } from '#database/server/database.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';
import type { DeckPart } from '../undo/deck-actions.ts';

const POINTS_AT_ONCE = 200;

/** Removes the rows of an incomplete import, which nobody sees. Other writers can commit between its transactions. */
export async function takeBackImport(
  database: Database<RecallTables>,
  { person, importId }: { readonly person: string; readonly importId: string },
): Promise<void> {
  const row = await database.read
    .selectFrom('deck_imports')
    .select('parts')
    .where('id', '=', importId)
    .where('person_id', '=', person)
    .where('state', '=', 'writing')
    .executeTakeFirst();
  if (!row) return;
  for (const { setId, isNew, at } of JSON.parse(row.parts) as DeckPart[]) {
    for (;;) {
      const points = await database.read
        .selectFrom('recall_points')
        .select('id')
        .where('set_id', '=', setId)
        .where('person_id', '=', person)
        .where('created_at', '=', at)
        .limit(POINTS_AT_ONCE)
        .execute();
      if (points.length === 0) break;
      const ids = points.map(({ id }) => id);
      await database.write((trx) =>
        trx.deleteFrom('recall_points').where('id', 'in', ids).where('person_id', '=', person).execute(),
      );
    }
    if (isNew)
      await database.write((trx) =>
        trx.deleteFrom('recall_sets').where('id', '=', setId).where('person_id', '=', person).execute(),
      );
  }
  await database.write(async (trx) => {
    await trx
      .deleteFrom('review_day_totals')
      .where('session_id', '=', importId)
      .where('person_id', '=', person)
      .execute();
    await trx.deleteFrom('deck_imports').where('id', '=', importId).where('person_id', '=', person).execute();
  });
}

/** People with an incomplete import: running, or left by a process that has ended. */
export async function peopleWithUnfinished({ read }: Database<RecallTables>): Promise<string[]> {
  const rows = await read
    .selectFrom('deck_imports')
    .select('person_id')
    .distinct()
    .where('state', '=', 'writing')
    .execute();
  return rows.map(({ person_id: person }) => person);
}

/** Reverts imports that an earlier process or another server left. The person must have none running here. */
export async function takeBackUnfinished(database: Database<RecallTables>, person: string): Promise<void> {
  const left = await database.read
    .selectFrom('deck_imports')
    .select('id')
    .where('person_id', '=', person)
    .where('state', '=', 'writing')
    .execute();
  for (const { id: importId } of left) await takeBackImport(database, { person, importId });
}
