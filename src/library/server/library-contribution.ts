import type { ServerContribution } from '#composition/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { Embedders } from '#embedding/server/embedder.ts';

import { importRoutes } from '../importing/server/routes.ts';
import { importUndoHandlers } from '../importing/server/undo.ts';
import type { FetchLink } from '../ingestion/server/fetch-link.ts';
import { Ingestion } from '../ingestion/server/ingestion.ts';
import type { DocumentReader } from '../ingestion/server/read-document.ts';
import { ingestionRoutes } from '../ingestion/server/routes.ts';
import { keepingRoutes } from '../keeping/server/routes.ts';
import { createEmbedQuery } from '../search/server/embed-query.ts';
import type { VectorIndex } from '../search/server/passage-search.ts';
import { searchRoutes } from '../search/server/routes.ts';
import type { WordSearch } from '../search/server/word-search.ts';
import { sourcesRoutes, sourcesUndoHandlers } from '../sources/server/sources-on-server.ts';
import type { LibraryDependencies } from '../storage/server/dependencies.ts';
import type { LibraryTables } from '../storage/server/tables.ts';

/** What the library needs from outside. */
export interface LibraryAdapters {
  readonly embedders: Embedders;
  readonly words: WordSearch;
  readonly vectors: VectorIndex;
  readonly fetchLink: FetchLink;
  readonly reader: DocumentReader;
}

const NOT_INDEXED = {
  model: null,
  isEmbedded: true,
  done: 0,
  total: 0,
  waitingSources: 0,
  problem: null,
  isChanging: false,
};

/** The library on the server. */
export function libraryContribution(adapters: LibraryAdapters): ServerContribution {
  const { embedders, words, vectors, fetchLink, reader } = adapters;
  return {
    create: ({ database, undo, now, newId, log }) => ({
      surface({ people }) {
        const shared: Omit<LibraryDependencies, 'wakeIngestion' | 'progressOf'> = {
          database: tablesOf<LibraryTables>(database),
          undo,
          now,
          newId,
          onTextWritten: words.onTextWritten,
          tell: (person, sources) => people.tell(person, { type: 'library_changed', sources: [...sources] }),
        };
        const ingestion = new Ingestion({
          ...shared,
          fetchLink,
          reader,
          logError: (message, cause) => log.error(message, cause),
        });
        const dependencies: LibraryDependencies = {
          ...shared,
          wakeIngestion: ingestion.wake,
          progressOf: ingestion.progressOf,
        };
        const search = {
          database: dependencies.database,
          words,
          meaning: { vectors, servingOf: () => Promise.resolve(null) },
          embedQuery: createEmbedQuery(),
          log,
        };
        const meaningOf = () => Promise.resolve(NOT_INDEXED);
        return {
          routes: [
            ...sourcesRoutes({ ...dependencies, meaningOf, words, meaning: search.meaning }),
            ...searchRoutes({ ...search, progressOf: dependencies.progressOf }),
            ...importRoutes(dependencies),
            ...ingestionRoutes(dependencies, ingestion),
            ...keepingRoutes(dependencies),
          ],
          undoHandlers: { ...sourcesUndoHandlers(dependencies), ...importUndoHandlers(dependencies) },
          async recover() {
            await words.recover();
            ingestion.wake();
          },
          async close() {
            await ingestion.close();
            await embedders.close();
            await words.close();
            await vectors.close();
          },
        };
      },
    }),
  };
}
