import type { PeopleDeps } from '#account/server/people.ts';
import type { Database } from '#database/server/database.ts';
import { peopleOf } from '#main.ts';
import { openBesideServer } from '#platform/database/open-store.ts';

import { requireData } from '../require-data.ts';
import { readSettings, type Settings } from '../settings.ts';

interface OpenPeople {
  readonly settings: Settings;
  readonly store: Database<object>;
  readonly people: PeopleDeps;
}

/** Opens the data beside a server. Refuses a data folder without data. */
export async function withPeople<Result>(
  environment: NodeJS.ProcessEnv,
  work: (open: OpenPeople) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(environment);
  requireData(settings);
  return openPeople(settings, work);
}

/** Opens the data of these settings, which are made if there are none. */
export async function openPeople<Result>(
  settings: Settings,
  work: (open: OpenPeople) => Promise<Result>,
): Promise<Result> {
  const store = await openBesideServer(settings);
  try {
    return await work({ settings, store, people: peopleOf(store) });
  } finally {
    await store.close();
  }
}
