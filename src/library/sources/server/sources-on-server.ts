import type { UndoHandlers } from '#undo/server/undo-log.ts';
import { type Route, route } from '#wire/route.ts';

import type { Meaning } from '../../search/server/meaning.ts';
import type { WordIndex } from '../../search/server/passage-search.ts';
import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import { libraryOverview, type LibraryOverview, relatedSources as related } from '../protocol.ts';
import { bucketRoutes } from './buckets/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { readOverview } from './reading/overview.ts';
import { relatedSources } from './related/related-sources.ts';
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
  readonly words: WordIndex;
  readonly meaning: Meaning;
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
    route({
      method: 'GET',
      path: '/api/library/sources/:sourceId/related',
      summary: 'The sources that are nearest to a source, and why',
      answer: related,
      handle: ({ person, params: { sourceId = '' } }) =>
        relatedSources({ ...dependencies, read: database.read }, { person, sourceId }),
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
