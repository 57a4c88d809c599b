import type { Kysely } from 'kysely';

import type { RecallDependencies, RecallPreferences } from './dependencies.ts';
import type { RecallTables } from './tables.ts';

/** The time of a request, and the person's preferences. */
export interface Moment {
  readonly now: number;
  readonly preferences: RecallPreferences;
}

export async function momentOf(
  { preferencesOf, now }: Pick<RecallDependencies, 'preferencesOf' | 'now'>,
  db: Kysely<RecallTables>,
  person: string,
): Promise<Moment> {
  return { now: now(), preferences: await preferencesOf(db, person) };
}
