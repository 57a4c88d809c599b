import type { Kysely } from 'kysely';

import type { RecallTables } from '../../storage/server/tables.ts';

interface OpenSession {
  readonly id: string;
  /** Points of the set that are not recalled yet in the session. */
  readonly openPoints: number;
}

/** Open sessions of a person, by the sets that they ask for. */
export async function readOpenSessions(
  db: Kysely<RecallTables>,
  person: string,
): Promise<ReadonlyMap<string, OpenSession>> {
  const rows = await db
    .selectFrom('recall_sessions')
    .innerJoin('recall_session_sets', 'recall_session_sets.session_id', 'recall_sessions.session_id')
    .select([
      'recall_session_sets.set_id',
      'recall_sessions.session_id',
      'recall_session_sets.recalled_points',
      'recall_session_sets.total_points',
    ])
    .where('recall_sessions.person_id', '=', person)
    .where('recall_sessions.is_open', '=', 1)
    .execute();
  return new Map(
    rows.map(({ set_id, session_id, recalled_points, total_points }) => [
      set_id,
      { id: session_id, openPoints: total_points - recalled_points },
    ]),
  );
}
