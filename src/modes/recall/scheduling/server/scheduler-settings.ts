import type { Kysely } from 'kysely';

import type { RecallPreferences } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { DEFAULT_WEIGHTS, type SchedulerSettings } from '../domain/scheduling.ts';

/** FSRS weights with the id that the review log names them by. */
export interface NamedWeights {
  readonly id: string;
  readonly weights: readonly number[];
}
export interface NamedSettings extends SchedulerSettings {
  readonly weightsId: string;
}

/**
 * The current settings for scheduling a person's reviews in a set: their active weights, else the published ones; the
 * set's retention, else the person's. Read it inside the transaction that writes the result.
 */
export async function schedulerSettingsOf(
  db: Kysely<RecallTables>,
  of: { person: string; setId: string; preferences: Pick<RecallPreferences, 'desiredRetention'> },
): Promise<NamedSettings> {
  const { id, weights } = await activeWeightsOf(db, of.person);
  const set = await db
    .selectFrom('recall_sets')
    .select('desired_retention')
    .where('id', '=', of.setId)
    .where('person_id', '=', of.person)
    .executeTakeFirst();
  return { weightsId: id, weights, desiredRetention: set?.desired_retention ?? of.preferences.desiredRetention };
}

export async function activeWeightsOf(db: Kysely<RecallTables>, person: string): Promise<NamedWeights> {
  const row = await db
    .selectFrom('fsrs_weights')
    .select(['id', 'weights'])
    .where('person_id', '=', person)
    .where('is_active', '=', 1)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row ? { id: row.id, weights: JSON.parse(row.weights) as number[] } : DEFAULT_WEIGHTS;
}
