import type { Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { OwnedSet, RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { type DeckImported, MAX_POINTS_PER_SET } from '../../protocol.ts';
import { insertPoints, instantOfAddition } from '../points.ts';
import { addSet, requireSet } from '../sets.ts';
import { type DeckPart, recordDeckImported } from '../undo/deck-actions.ts';
import type { PlannedSet } from './plan-import.ts';

/** Points per transaction. Others commit between two of them. */
const POINTS_AT_ONCE = 500;
/** As the page offers it for a new set. */
const NEW_PER_DAY = 15;

type Trx = Transaction<RecallTables>;
interface Hidden extends DeckPart {
  readonly title: string;
  readonly count: number;
}

/**
 * Adds what is planned. Points are written as deleted ones, in short transactions; the last one shows all of them and
 * records one action that takes them back. An import that is cut off before shows nothing.
 */
export async function importDeck(
  { database, undo, now, newId }: RecallDependencies,
  person: string,
  sets: readonly PlannedSet[],
): Promise<Pick<DeckImported, 'added' | 'sets'>> {
  const hidden: Hidden[] = [];
  try {
    for (const { title, setId: there, points } of sets) {
      if (points.length === 0) continue;
      const set = { person, setId: there ?? newId() };
      let at = 0;
      for (let from = 0; from < points.length; from += POINTS_AT_ONCE)
        await database.write(async (trx) => {
          if (from === 0) {
            at = await instantOfAddition(trx, set, now());
            hidden.push({ setId: set.setId, isNew: there === null, at, title, count: points.length });
            if (there === null)
              await addSet(trx, set, { title, isSample: false, newPerDay: NEW_PER_DAY, at, deletedAt: at });
          }
          const part = points.slice(from, from + POINTS_AT_ONCE);
          await insertPoints(trx, set, { points: part, at, newId, from: from + 1, deletedAt: at });
        });
    }
    if (hidden.length > 0)
      await database.write(async (trx) => {
        for (const part of hidden) await show(trx, { person, setId: part.setId }, part);
        await recordDeckImported(undo, trx, { person, parts: hidden });
      });
  } catch (error) {
    // What caused it may prevent this too; the rows are invisible then.
    await database.write((trx) => remove(trx, person, hidden)).catch(() => {});
    throw error;
  }
  return {
    added: hidden.reduce((sum, { count }) => sum + count, 0),
    sets: hidden.map(({ setId, title }) => ({ id: setId, title })),
  };
}

async function show(trx: Trx, set: OwnedSet, { isNew, at, count }: Hidden): Promise<void> {
  if (isNew)
    await trx
      .updateTable('recall_sets')
      .set({ deleted_at: null })
      .where('id', '=', set.setId)
      .where('person_id', '=', set.person)
      .execute();
  await requireSet(trx, set);
  const held = await trx
    .selectFrom('recall_points')
    .select((eb) => [eb.fn.max('position').as('last'), eb.fn.countAll<number>().as('count')])
    .where('set_id', '=', set.setId)
    .where('person_id', '=', set.person)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(held.count) + count > MAX_POINTS_PER_SET)
    throw new AppError('refused', `A set holds at most ${MAX_POINTS_PER_SET} points. Make a second one.`, {
      reason: 'set-full',
    });
  await trx
    .updateTable('recall_points')
    .set((eb) => ({ deleted_at: null, position: eb('position', '+', Number(held.last ?? 0)) }))
    .where('set_id', '=', set.setId)
    .where('person_id', '=', set.person)
    .where('created_at', '=', at)
    .where('deleted_at', '=', at)
    .execute();
}

async function remove(trx: Trx, person: string, hidden: readonly Hidden[]): Promise<void> {
  for (const { setId, isNew, at } of hidden) {
    await trx
      .deleteFrom('recall_points')
      .where('set_id', '=', setId)
      .where('person_id', '=', person)
      .where('created_at', '=', at)
      .where('deleted_at', '=', at)
      .execute();
    if (isNew) await trx.deleteFrom('recall_sets').where('id', '=', setId).where('person_id', '=', person).execute();
  }
}
