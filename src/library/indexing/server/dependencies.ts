import type { Database } from '#database/server/database.ts';
import type { ServedPeople } from '#database/server/served-people.ts';
import type { Embedders } from '#embedding/server/embedder.ts';

import type { LibraryTables } from '../../storage/server/tables.ts';

export interface IndexingDependencies {
  readonly database: Database<LibraryTables>;
  /** The people whose work is done here; everybody by default. */
  readonly served?: ServedPeople;
  readonly embedders: Embedders;
  /** Tells a person's pages that indexing has progressed. */
  readonly notify: (person: string) => void;
  /** Called when a person's vectors have changed. */
  readonly onVectors: (person: string) => void;
  readonly logError: (message: string, cause: unknown) => void;
  /** The wait after the first failure, in milliseconds; it doubles each time. Default: 5 seconds. */
  readonly retryMs?: number;
  /** Minimum time between two reports of progress, in milliseconds. Default: 3 seconds. */
  readonly reportMs?: number;
}
