import type { ServerContribution } from '#composition/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';

import { keepingRoutes } from '../keeping/server/routes.ts';
import type { LibraryDependencies } from '../storage/server/dependencies.ts';
import type { LibraryTables } from '../storage/server/tables.ts';

/** The library on the server. */
export function libraryContribution(): ServerContribution {
  return {
    create: ({ database, undo, now, newId }) => ({
      surface({ people }) {
        const dependencies: LibraryDependencies = {
          database: tablesOf<LibraryTables>(database),
          undo,
          now,
          newId,
          onTextWritten: () => Promise.resolve(),
          tell: (person, sources) => people.tell(person, { type: 'library_changed', sources: [...sources] }),
        };
        return { routes: [...keepingRoutes(dependencies)] };
      },
    }),
  };
}
