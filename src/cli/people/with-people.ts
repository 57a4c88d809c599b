import { userInfo } from 'node:os';

import { ensureSomeone } from '#account/server/first-person.ts';
import type { PeopleDeps } from '#account/server/people.ts';
import type { Database } from '#database/server/database.ts';
import { peopleOf } from '#main.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { openBesideServer } from '#platform/database/open-store.ts';

import { readSettings, type Settings } from '../settings.ts';

interface OpenPeople {
  readonly settings: Settings;
  readonly store: Database<object>;
  readonly people: PeopleDeps;
}

/** Opens the data beside a server; the first person is made if there is nobody yet. */
export async function withPeople<Result>(
  environment: NodeJS.ProcessEnv,
  work: (open: OpenPeople) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(environment);
  const { home, databaseUrl, token } = settings;
  await ensureDataFolder(home);
  const store = await openBesideServer({ home, databaseUrl });
  try {
    const people = peopleOf(store);
    await ensureSomeone(people, { home, token, userName: userInfo().username });
    return await work({ settings, store, people });
  } finally {
    await store.close();
  }
}
