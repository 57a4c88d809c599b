import type { Kysely } from 'kysely';

import type { Fold } from '../../domain/fold.ts';
import type { SessionTables } from '../tables.ts';
import { readSnapshot } from './log.ts';
import { damageOf } from './read-session.ts';

export interface CheckedLogs {
  readonly sessions: number;
  /** Sessions with a damaged log, and the last event before the damage; 0 if nothing of it can be read. */
  readonly logs: readonly { readonly session: string; readonly title: string; readonly after: number }[];
  /** Sessions with an unreadable snapshot, which is left out when they are loaded. */
  readonly snapshots: readonly string[];
}

/** Reads and folds the log of every session, and reads its snapshot. */
export async function checkLogs(db: Kysely<SessionTables>, fold: Fold): Promise<CheckedLogs> {
  const rows = await db.selectFrom('sessions').select(['id', 'person_id', 'title']).orderBy('id').execute();
  const logs: CheckedLogs['logs'][number][] = [];
  const snapshots: string[] = [];
  for (const { id: session, person_id: person, title } of rows) {
    const owned = { person, session };
    const after = await damageOf({ db, fold, owned });
    if (after !== null) logs.push({ session, title, after });
    const isReadable = await readSnapshot(db, owned).then(
      () => true,
      () => false,
    );
    if (!isReadable) snapshots.push(session);
  }
  return { sessions: rows.length, logs, snapshots };
}
