import type { Database } from '#database/server/database.ts';
import type { Library } from '#library/server/library.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { Log } from '#session/server/dependencies.ts';

export interface ContextDependencies {
  readonly database: Database<LibraryTables>;
  readonly library: () => Library;
  readonly log: Log;
}
