import type { Kysely } from 'kysely';

import type { Database } from '#session/server/database.ts';

import type { DayCut } from '../domain/day.ts';
import type { Evaluator, Tutor } from './agents.ts';
import type { RecallTables } from './tables.ts';

export interface RecallPreferences extends DayCut {
  /** 0.7 to 0.97. */
  readonly desiredRetention: number;
}

export interface RecallDependencies {
  readonly database: Database<RecallTables>;
  readonly evaluator: Evaluator;
  readonly tutor: Tutor;
  /** Reads a person's preferences, inside a transaction too. */
  readonly preferencesOf: (db: Kysely<RecallTables>, person: string) => Promise<RecallPreferences>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}
