import { ensureFirstPerson } from '#account/server/first-person.ts';
import { createPerson } from '#account/server/people.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { tablesOf } from '#database/server/database.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { type OpenStore, openStore } from '#platform/database/open-store.ts';

export interface Seeded {
  readonly id: string;
  readonly token: string;
}

/** Opens a data folder before a server does, and closes it again. */
export async function withStore<Result>(home: string, work: (store: OpenStore) => Promise<Result>): Promise<Result> {
  await ensureDataFolder(home);
  const store = await openStore({ home, databaseUrl: undefined });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Creates the person that the server's ready line signs in. */
export async function seedFirstPerson(store: OpenStore, home: string): Promise<Seeded> {
  const database = tablesOf<AccountTables>(store);
  const people = { database, onCreated: [], now: Date.now };
  const { token } = await ensureFirstPerson(people, { home, token: undefined });
  const { id } = await database.read.selectFrom('people').select('id').orderBy('created_at').executeTakeFirstOrThrow();
  return { id, token };
}

export function seedPerson(store: OpenStore, name: string): Promise<Seeded> {
  return createPerson({ database: tablesOf<AccountTables>(store), onCreated: [], now: Date.now }, { name });
}
