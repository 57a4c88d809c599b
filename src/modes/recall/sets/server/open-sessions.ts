import type { Kysely } from 'kysely';

import type { RecallTables } from '../../storage/server/tables.ts';

/** The sessions of a person that are not over, by each set that they ask for. */
export async function readOpenSessions(db: Kysely<RecallTables>, person: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('recall_sessions')
    .innerJoin('recall_session_sets', 'recall_session_sets.session_id', 'recall_sessions.session_id')
    .select(['recall_session_sets.set_id', 'recall_sessions.session_id'])
    .where('recall_sessions.person_id', '=', person)
    .where('recall_sessions.is_open', '=', 1)
    .execute();
  return new Map(rows.map(({ set_id, session_id }) => [set_id, session_id]));
}
