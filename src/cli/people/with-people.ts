import type { PeopleDeps, Person } from '#account/server/people.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { peopleOf } from '#composition/server/people.ts';
import { readSettings, type Settings } from '#composition/server/settings.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import { openBesideServer } from '#platform/database/open-store.ts';
import { AppError } from '#wire/error-kind.ts';

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

/** The beginning of a sign-in's id, long enough to identify it. */
export function shortId({ id }: { readonly id: string }): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

/** The person with this name, or the only one. Throws an AppError that lists the names if one is needed or unknown. */
export async function findPerson(store: Database<object>, name: unknown): Promise<Person> {
  const people = await tablesOf<AccountTables>(store)
    .read.selectFrom('people')
    .select(['id', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const found = typeof name === 'string' ? people.filter((person) => person.name === name) : people;
  const [person, ...others] = found;
  if (person && others.length === 0) return person;
  if (people.length === 0) throw new AppError('refused', 'There is nobody here yet. Start Warren once.');
  const names = people.map((each) => each.name).join(', ');
  throw new AppError(
    'refused',
    typeof name === 'string'
      ? `There is no person named ${name}. There are: ${names}.`
      : `There are several people: ${names}. Add --person NAME.`,
    { field: 'person' },
  );
}
