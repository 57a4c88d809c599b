import type { ServerContribution } from '#composition/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { Embedders } from '#embedding/server/embedder.ts';

import { importRoutes } from '../importing/server/routes.ts';
import { importUndoHandlers } from '../importing/server/undo.ts';
import { keepingRoutes } from '../keeping/server/routes.ts';
import type { VectorIndex } from '../search/server/passage-search.ts';
import type { WordSearch } from '../search/server/word-search.ts';
import { sourcesRoutes, sourcesUndoHandlers } from '../sources/server/sources-on-server.ts';
import type { LibraryDependencies } from '../storage/server/dependencies.ts';
import type { LibraryTables } from '../storage/server/tables.ts';

/** What the library needs from outside. */
export interface LibraryAdapters {
  readonly embedders: Embedders;
  readonly words: WordSearch;
  readonly vectors: VectorIndex;
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
export function libraryContribution({ embedders, words, vectors }: LibraryAdapters): ServerContribution {
  return {
    create: ({ database, undo, now, newId }) => ({
      surface({ people }) {
        const dependencies: LibraryDependencies = {
          database: tablesOf<LibraryTables>(database),
          undo,
          now,
          newId,
          onTextWritten: words.onTextWritten,
          wakeIngestion: () => undefined,
          progressOf: () => null,
          tell: (person, sources) => people.tell(person, { type: 'library_changed', sources: [...sources] }),
        };
        const meaningOf = () => Promise.resolve(NOT_INDEXED);
        return {
          routes: [
            ...sourcesRoutes({ ...dependencies, meaningOf }),
            ...importRoutes(dependencies),
            ...keepingRoutes(dependencies),
          ],
          undoHandlers: { ...sourcesUndoHandlers(dependencies), ...importUndoHandlers(dependencies) },
          recover: () => words.recover(),
          async close() {
            await embedders.close();
            await words.close();
            await vectors.close();
          },
        };
      },
    }),
  };
}
