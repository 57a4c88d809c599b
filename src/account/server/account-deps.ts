import type { Database } from '#database/server/database.ts';

import type { AccountTables } from './tables.ts';

export interface AccountDeps {
  readonly database: Database<AccountTables>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
