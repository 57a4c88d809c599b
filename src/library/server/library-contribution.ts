import type { ServerContribution } from '#composition/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { Embedders } from '#embedding/server/embedder.ts';

import { keepingRoutes } from '../keeping/server/routes.ts';
import type { WordSearch } from '../search/server/word-search.ts';
import type { LibraryDependencies } from '../storage/server/dependencies.ts';
import type { LibraryTables } from '../storage/server/tables.ts';

/** What the library needs from outside. */
export interface LibraryAdapters {
  readonly embedders: Embedders;
  readonly words: WordSearch;
}

/** The library on the server. */
export function libraryContribution({ embedders, words }: LibraryAdapters): ServerContribution {
  return {
    create: ({ database, undo, now, newId }) => ({
      surface({ people }) {
        const dependencies: LibraryDependencies = {
          database: tablesOf<LibraryTables>(database),
          undo,
          now,
          newId,
          onTextWritten: words.onTextWritten,
          tell: (person, sources) => people.tell(person, { type: 'library_changed', sources: [...sources] }),
        };
        return {
          routes: [...keepingRoutes(dependencies)],
          recover: () => words.recover(),
          async close() {
            await embedders.close();
            await words.close();
          },
        };
      },
    }),
  };
}
