import type { Database } from '#database/server/database.ts';
import type { LibrarySearch } from '#library/server/library.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { Log } from '#session/server/dependencies.ts';

export interface ContextDependencies {
  readonly database: Database<LibraryTables>;
  readonly library: () => LibrarySearch;
  readonly log: Log;
}
