import { z } from 'zod';

import { type Route, route } from '#wire/route.ts';

import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import {
  highlight,
  highlightChange,
  highlightList,
  highlightQuery,
  newHighlight,
  sourceHighlights,
} from '../protocol.ts';
import { addHighlight, changeHighlight, removeHighlight } from './change-highlights.ts';
import { listHighlights, readSourceHighlights } from './read-highlights.ts';

export function highlightRoutes(dependencies: LibraryDependencies): Route[] {
  const { database, notify } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/api/library/highlights',
      summary: 'Highlights, the newest first; with words, those that have them',
      query: highlightQuery,
      answer: highlightList,
      handle: ({ person, query }) => listHighlights(database.read, person, query),
    }),
    route({
      method: 'GET',
      path: '/api/library/sources/:sourceId/highlights',
      summary: 'The highlights of a source in the order of its text',
      answer: sourceHighlights,
      handle: async ({ person, params: { sourceId = '' } }) => ({
        highlights: await readSourceHighlights(database.read, { person, sourceId }),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/library/sources/:sourceId/highlights',
      summary: 'Highlights a range of a source. Can be undone',
      body: newHighlight,
      answer: highlight,
      async handle({ person, params: { sourceId = '' }, body }) {
        const added = await database.write((trx) => addHighlight(trx, dependencies, { person, sourceId, ...body }));
        notify(person, [added.sourceId]);
        return added;
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/library/highlights/:highlightId',
      summary: 'Changes the colour or the note of a highlight. Can be undone',
      body: highlightChange,
      answer: highlight,
      async handle({ person, params: { highlightId = '' }, body }) {
        const changed = await database.write((trx) =>
          changeHighlight(trx, dependencies, { person, highlightId, ...body }),
        );
        notify(person, [changed.sourceId]);
        return changed;
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/library/highlights/:highlightId',
      summary: 'Removes a highlight. Can be undone',
      answer: z.object({}),
      async handle({ person, params: { highlightId = '' } }) {
        notify(person, [await database.write((trx) => removeHighlight(trx, dependencies, { person, highlightId }))]);
        return {};
      },
    }),
  ];
}
