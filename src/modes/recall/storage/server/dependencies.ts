import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';
import type { DayCut } from '#day/domain/day.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import type { RecallTables } from './tables.ts';

export interface RecallPreferences extends DayCut {
  /** 0.7 to 0.97. */
  readonly desiredRetention: number;
  /** Self-checks are also asked while a model evaluates answers. Default: no. */
  readonly selfChecksWithModel?: boolean;
  /** Days or points per week; null or missing without an aim. */
  readonly weeklyAim?: number | null;
  readonly weeklyAimOf?: 'days' | 'points';
}

export interface RecallDependencies {
  readonly database: Database<RecallTables>;
  /** Reads a person's preferences, also inside a transaction. */
  readonly preferencesOf: (db: Kysely<RecallTables>, person: string) => Promise<RecallPreferences>;
  /** Every change a person makes to sets, points and grades is recorded here, in the same transaction. */
  readonly undo: UndoLog;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}

export interface OwnedSet {
  readonly person: string;
  readonly setId: string;
}

export interface OwnedPoint {
  readonly person: string;
  readonly pointId: string;
}

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
