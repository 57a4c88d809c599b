import type { Transaction } from 'kysely';

import type { SettledNow } from '#day/server/settled-now.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import type { LibraryTables } from '../../storage/server/tables.ts';
import { type ImportedRow, RESTORED } from './find-imported.ts';

/** As long as undo stores actions. */
const STORED_FOR_MS = 30 * 86_400_000;

export interface Run {
  readonly person: string;
  readonly run: string;
  readonly name: string;
  readonly at: number;
}

export type Before = Pick<ImportedRow, (typeof RESTORED)[number]>;

export function beforeUpdate(row: ImportedRow): Before {
  return Object.fromEntries(RESTORED.map((name) => [name, row[name]])) as unknown as Before;
}

export interface Changes {
  readonly buckets: readonly string[];
  /** Sources that were added or updated; `before` is null for an added one. `hash` is the present hash of the file. */
  readonly sources: readonly { readonly id: string; readonly before: Before | null; readonly hash: string }[];
}

/** Stores the changes of a part of a run. The run is one action for undo, recorded with its first change. */
export async function recordChanges(
  trx: Transaction<LibraryTables>,
  { undo, settledNow }: { readonly undo: UndoLog; readonly settledNow: SettledNow },
  { run, changes }: { readonly run: Run; readonly changes: Changes },
): Promise<void> {
  const { person, at } = run;
  if (changes.buckets.length + changes.sources.length === 0) return;
  if (await isFirst(trx, run)) {
    const now = settledNow();
    if (now !== null)
      await trx
        .deleteFrom('import_changes')
        .where('person_id', '=', person)
        .where('at', '<', now - STORED_FOR_MS)
        .execute();
    await undo.record(trx, { person, kind: 'imported', label: `Imported “${run.name}”`, reversal: { run: run.run } });
  }
  const row = { run: run.run, person_id: person, at };
  const rows = [
    ...changes.buckets.map((id) => ({ ...row, item: 'bucket' as const, item_id: id, before: null, import_hash: null })),
    ...changes.sources.map(({ id, before, hash }) => ({
      ...row,
      item: 'source' as const,
      item_id: id,
      before: before && JSON.stringify(before),
      import_hash: hash,
    })),
  ];
  // Keeps the first stored state: undo of a run that changes a source twice restores it.
  await trx
    .insertInto('import_changes')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'run', 'item_id'])
        .doUpdateSet((eb) => ({ import_hash: eb.ref('excluded.import_hash'), at: eb.ref('excluded.at') })),
    )
    .execute();
}

async function isFirst(trx: Transaction<LibraryTables>, { person, run }: Run): Promise<boolean> {
  const row = await trx
    .selectFrom('import_changes')
    .select('run')
    .where('person_id', '=', person)
    .where('run', '=', run)
    .limit(1)
    .executeTakeFirst();
  return !row;
}
