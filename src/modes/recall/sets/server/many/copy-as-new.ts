import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/put-back.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';
import { moveImages } from '../images/images.ts';

type Trx = Transaction<RecallTables>;
interface Copy {
  readonly from: string;
  readonly to: string;
}

const ROWS_AT_ONCE = 200;

/**
 * Inserts a copy of each point, without a history, at the same position. The reviews of the original still describe the
 * person's memory, and statistics count them.
 */
export async function copyAsNew(
  trx: Trx,
  { person, at, newId }: { person: string; at: number; newId: () => string },
  pointIds: readonly string[],
): Promise<readonly Copy[]> {
  const copies: Copy[] = [];
  for (let from = 0; from < pointIds.length; from += ROWS_AT_ONCE) {
    const rows = await trx
      .selectFrom('recall_points')
      .selectAll()
      .where('person_id', '=', person)
      .where('id', 'in', pointIds.slice(from, from + ROWS_AT_ONCE))
      .execute();
    const made = rows.map((row) => ({ from: row.id, to: newId() }));
    await trx
      .insertInto('recall_points')
      .values(
        rows.map((row, index) => ({
          ...row,
          id: made[index]?.to ?? newId(),
          created_at: at,
          // Later than the creation only if the person has changed the words.
          updated_at: row.updated_at > row.created_at ? at + 1 : at,
          deleted_at: null,
          leech_dismissed_at: null,
        })),
      )
      .execute();
    copies.push(...made);
  }
  for (const copy of await withImages(trx, person, copies)) await moveImages(trx, person, copy);
  return copies;
}

/** Deletes copies again. Refuses if one of them was reviewed since. */
export async function removeCopies(
  trx: Trx,
  { person, at }: { person: string; at: number },
  copies: readonly Copy[],
): Promise<void> {
  for (const { from, to } of await withImages(
    trx,
    person,
    copies.map(({ from, to }) => ({ from: to, to: from })),
  ))
    await moveImages(trx, person, { from, to });
  for (let from = 0; from < copies.length; from += ROWS_AT_ONCE) {
    const ids = copies.slice(from, from + ROWS_AT_ONCE).map(({ to }) => to);
    const reviewed = await trx
      .selectFrom('point_cards')
      .select('point_id')
      .where('person_id', '=', person)
      .where('point_id', 'in', ids)
      .limit(1)
      .executeTakeFirst();
    if (reviewed) throw changedSince('Some of these points have been recalled since.');
    await trx
      .updateTable('recall_points')
      .set({ deleted_at: at })
      .where('person_id', '=', person)
      .where('id', 'in', ids)
      .execute();
  }
}

async function withImages(trx: Trx, person: string, copies: readonly Copy[]): Promise<readonly Copy[]> {
  const rows = await trx
    .selectFrom('point_images')
    .select('point_id')
    .distinct()
    .where('person_id', '=', person)
    .execute();
  const held = new Set(rows.map(({ point_id }) => point_id));
  return copies.filter(({ from }) => held.has(from));
}
