import { randomBytes } from 'node:crypto';

import type { Transaction } from 'kysely';

import type { Database } from '#database/server/database.ts';
import { uuidV7 } from '#kernel/id.ts';
import { AppError } from '#wire/error-kind.ts';

import { personName } from '../protocol.ts';
import { hashOf, newSecret } from './secret.ts';
import type { AccountTables } from './tables.ts';

/** Adds the initial data of a new person, in the transaction that creates them. `at` is in milliseconds. */
export type PersonCreated = (
  trx: Transaction<object>,
  personId: string,
  made: { readonly at: number; readonly newId: () => string },
) => Promise<void>;

export interface PeopleDeps {
  readonly database: Database<AccountTables>;
  readonly onCreated: readonly PersonCreated[];
  now(): number;
}

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Creates a person with the token that signs them in. The token is not stored and cannot be shown again. */
export async function createPerson(
  deps: PeopleDeps,
  wanted: { name: string; token?: string },
): Promise<Person & { readonly token: string }> {
  const name = personName.safeParse(wanted.name);
  if (!name.success)
    throw new AppError('malformed', name.error.issues[0]?.message ?? 'Give a name.', { field: 'name' });
  const token = wanted.token ?? newSecret();
  const now = deps.now();
  const newId = () => uuidV7(now, randomBytes(10));
  const person = { id: newId(), name: name.data };
  await deps.database.write(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('people')
      .values({ ...person, token_hash: hashOf(token), created_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n)
      throw new AppError('refused', `There is already a person named ${person.name}.`, { reason: 'name-taken' });
    for (const add of deps.onCreated) await add(trx as unknown as Transaction<object>, person.id, { at: now, newId });
  });
  return { ...person, token };
}

export async function findPerson(database: Database<AccountTables>, id: string): Promise<Person | undefined> {
  return database.read.selectFrom('people').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}
