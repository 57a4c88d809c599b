import { rm } from 'node:fs/promises';

import type { Transaction } from 'kysely';

import type { PersonTraces } from '#database/server/person-traces.ts';
import { AppError } from '#wire/error-kind.ts';

import type { AccountDeps } from './account-deps.ts';
import { findFirstPerson } from './first-person.ts';
import type { AccountTables } from './tables.ts';

export interface RemovalDeps extends AccountDeps {
  readonly traces: readonly PersonTraces[];
}

/** Throws for the first person. The data folder holds their token, which would otherwise sign in as the next person. */
export async function requireRemovable({ database }: RemovalDeps, person: string): Promise<void> {
  if ((await findFirstPerson(database.read))?.id === person)
    throw new AppError(
      'refused',
      'The first person cannot be removed: the token of the data folder is theirs. To remove everything, stop Warren and delete the data folder.',
      { reason: 'first-person' },
    );
}

/**
 * Ends a person's access and everything that runs for them; a running server stops it by itself. Resolves when nothing
 * runs.
 */
export async function beginRemoval(deps: RemovalDeps, person: string): Promise<void> {
  await requireRemovable(deps, person);
  await mark(deps, person, deps.now());
  for (const { untilEnded } of deps.traces) await untilEnded?.(person);
}

export function cancelRemoval(deps: RemovalDeps, person: string): Promise<void> {
  return mark(deps, person, null);
}

/** Sentences about data that `finishRemoval` does not remove itself: where it is, and when it is removed. */
export async function removedLater({ traces }: RemovalDeps, person: string): Promise<readonly string[]> {
  const sentences = await Promise.all(traces.flatMap(({ elsewhere }) => elsewhere?.(person) ?? []));
  return sentences.flat();
}

export async function isBeingRemoved({ database }: Pick<AccountDeps, 'database'>, person: string): Promise<boolean> {
  const row = await database.read
    .selectFrom('people')
    .select('id')
    .where('id', '=', person)
    .where('removing_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes all data of a person whose removal was begun: files, then all rows in one transaction. Can be repeated after
 * a failure, and cannot be undone.
 */
export async function finishRemoval({ database, traces }: RemovalDeps, person: string): Promise<void> {
  for (const { filesOf } of traces)
    for (const file of (await filesOf?.(person)) ?? []) await rm(file, { recursive: true, force: true });
  await database.write(async (trx) => {
    for (const { forget } of traces) await forget?.(trx as unknown as Transaction<object>, person);
    await forgetMark(trx, person);
    await trx.deleteFrom('people').where('id', '=', person).execute();
  });
  await database.eraseDeleted();
}

/** Earlier versions stored a mark in `meta` when they ended all sign-ins of a person. */
async function forgetMark(trx: Transaction<AccountTables>, person: string): Promise<void> {
  const meta = trx as unknown as Transaction<{ meta: { key: string } }>;
  await meta.deleteFrom('meta').where('key', '=', `signed-out:${person}`).execute();
}

async function mark({ database }: RemovalDeps, person: string, removingAt: number | null): Promise<void> {
  await database.write((trx) =>
    trx.updateTable('people').set({ removing_at: removingAt }).where('id', '=', person).execute(),
  );
}
