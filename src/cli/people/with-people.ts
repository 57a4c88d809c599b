import type { PeopleDeps } from '#account/server/people.ts';
import { peopleOf } from '#composition/server/people.ts';
import { readSettings, type Settings } from '#composition/server/settings.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import { openBesideServer } from '#platform/database/open-store.ts';

import { requireData } from '../require-data.ts';

const SHORT_ID_LENGTH = 8;

export interface OpenPeople {
  readonly settings: Settings;
  readonly store: OpenDatabase;
  readonly people: PeopleDeps;
}

/** Opens the data beside a server. Refuses a data folder without data. */
export async function withPeople<Result>(
  environment: NodeJS.ProcessEnv,
  work: (open: OpenPeople) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(environment);
  requireData(settings);
  const store = await openBesideServer(settings);
  try {
    return await work({ settings, store, people: peopleOf(store) });
  } finally {
    await store.close();
  }
}

/** Enough of the id of a sign-in to tell it apart. */
export function shortId({ id }: { readonly id: string }): string {
  return id.slice(0, SHORT_ID_LENGTH);
}
