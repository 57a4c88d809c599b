import type { Kysely } from 'kysely';

import { readSourceText } from '#library/storage/server/source-text.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { rangeOfSentence } from '#point-writer/domain/range-of-sentence.ts';
import { type Route, route } from '#wire/route.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import { findingsKept, pointsFromSource, pointsOfSource } from '../../protocol.ts';
import { keepFindings } from '../keep-findings.ts';
import { readPointsOfSource } from './points-of-source.ts';

/** Routes for points that are made of a source in the library. */
export function sourcePointRoutes(dependencies: RecallDependencies): Route[] {
  const { database } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/api/recall/sets/:setId/points-from-source',
      summary: 'Adds points that were made of a source, as one addition, without those that the set holds already',
      body: pointsFromSource,
      answer: findingsKept,
      handle: ({ person, params, body: { id, sourceId, points } }) =>
        database.write(async (trx) => {
          const library = trx as unknown as Kysely<LibraryTables>;
          const { content } = await readSourceText(library, { person, sourceId });
          const made = points.map(({ sentence, ...point }) => ({
            ...point,
            source: { sourceId, sentence, range: rangeOfSentence(content, sentence) },
          }));
          return keepFindings(trx, dependencies, { person, setId: params['setId'] ?? '', id, points: made });
        }),
    }),
    route({
      method: 'GET',
      path: '/api/recall/sources/:sourceId/points',
      summary: 'The points that were made of a source, by set',
      answer: pointsOfSource,
      handle: ({ person, params }) => readPointsOfSource(database.read, { person, sourceId: params['sourceId'] ?? '' }),
    }),
  ];
}
