import type { Transaction } from 'kysely';

import type { SessionState } from '#session/protocol.ts';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';

/** The inputs for the grades of some events. */
export interface Recording {
  readonly trx: Transaction<RecallTables>;
  readonly person: string;
  /** The session after those events. */
  readonly after: SessionState;
  readonly preferences: RecallPreferences;
  readonly newId: () => string;
}
