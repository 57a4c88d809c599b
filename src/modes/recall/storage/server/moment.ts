import type { Kysely } from 'kysely';

import type { RecallDependencies, RecallPreferences } from './dependencies.ts';
import type { RecallTables } from './tables.ts';

/** When something is asked, and how that person's days are cut. */
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
