import type { UndoHandlers } from '#undo/server/undo-log.ts';
import { type Route, route } from '#wire/route.ts';

import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import { libraryOverview, type LibraryOverview } from '../protocol.ts';
import { bucketRoutes } from './buckets/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { readOverview } from './reading/overview.ts';
import { sampleRoutes } from './samples/routes.ts';
import { sampleUndoHandlers } from './samples/samples.ts';
import { sourceRoutes } from './source-routes.ts';
import { bucketUndoHandlers } from './undo/bucket-actions.ts';
import { sourceUndoHandlers } from './undo/source-actions.ts';
import { sourceChangedHandler } from './undo/source-changed.ts';
import { sourcesChangedHandler } from './undo/sources-changed.ts';

export interface SourcesDependencies extends LibraryDependencies {
  /** How far a person's library is indexed for search by meaning. */
  readonly meaningOf: (person: string) => Promise<LibraryOverview['meaning']>;
}

/** The routes of buckets and sources. */
export function sourcesRoutes(dependencies: SourcesDependencies): Route[] {
  const { database, meaningOf } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/api/library',
      summary: 'Buckets, tags and counts of the library, and how far it is indexed',
      answer: libraryOverview,
      handle: async ({ person }) => ({
        ...(await readOverview(database.read, person)),
        meaning: await meaningOf(person),
      }),
    }),
    ...bucketRoutes(dependencies),
    ...sourceRoutes(dependencies),
    ...fileRoutes(dependencies),
    ...sampleRoutes(dependencies),
  ];
}

export function sourcesUndoHandlers(dependencies: LibraryDependencies): UndoHandlers {
  return {
    ...bucketUndoHandlers(dependencies),
    ...sourceUndoHandlers(dependencies),
    ...sampleUndoHandlers(dependencies),
    'source-changed': sourceChangedHandler(dependencies),
    'sources-changed': sourcesChangedHandler(dependencies),
  };
}
