import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { type OwnedSource, readSourceText } from '#library/storage/server/source-text.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { rangeOfSentence } from '#point-writer/domain/range-of-sentence.ts';
import { route, type Route } from '#wire/route.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { findingsKept, nearestSet, pointsFromSource, pointsOfSource, type PointsOfSource } from '../../protocol.ts';
import { keepFindings } from '../keep-findings.ts';
import { nearestSetOf } from './nearest-set.ts';
import { readSourcesOfPoints } from './sources-of-points.ts';

export function sourcePointRoutes(dependencies: RecallDependencies): Route[] {
  const { database } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/api/recall/sets/:setId/points-from-source',
      summary: 'Adds points that were made of a source, as one addition, without those that the set holds already',
      body: pointsFromSource,
      answer: findingsKept,
      async handle({ person, params, body: { id, sourceId, points } }) {
        const library = database.read as unknown as Kysely<LibraryTables>;
        const { content } = await readSourceText(library, { person, sourceId });
        const made: Parameters<typeof keepFindings>[2]['points'][number][] = [];
        for (const { sentence, ...point } of points) {
          // Each point takes a while in a long source, so this yields to the event loop.
          await setImmediate();
          made.push({ ...point, source: { sourceId, sentence, range: rangeOfSentence(content, sentence) } });
        }
        return database.write(async (trx) => {
          // Refuses a source that was deleted meanwhile.
          await readSourceText(trx as unknown as Kysely<LibraryTables>, { person, sourceId });
          return keepFindings(trx, dependencies, { person, setId: params['setId'] ?? '', id, points: made });
        });
      },
    }),
    route({
      method: 'GET',
      path: '/api/recall/sources/:sourceId/points',
      summary: 'The points that were made of a source, by set',
      answer: pointsOfSource,
      handle: ({ person, params }) => readPointsOfSource(database.read, { person, sourceId: params['sourceId'] ?? '' }),
    }),
    route({
      method: 'GET',
      path: '/api/recall/sources/:sourceId/nearest-set',
      summary: 'The set that points of a source belong to, if one is about the same',
      answer: nearestSet,
      handle: async ({ person, params: { sourceId = '' } }) => ({
        setId: await nearestSetOf(database.read, { person, sourceId }),
      }),
    }),
  ];
}

/** Points made from a source, by set, in the order of the sets. */
async function readPointsOfSource(db: Kysely<RecallTables>, source: OwnedSource): Promise<PointsOfSource> {
  const { person, sourceId } = source;
  await readSourceText(db as unknown as Kysely<LibraryTables>, source);
  const places = await readSourcesOfPoints(db, source);
  const rows = await db
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select(['recall_points.id as pointId', 'set_id', 'recall_sets.title', 'text'])
    .where('recall_points.person_id', '=', person)
    .where('source_id', '=', sourceId)
    .where('recall_points.deleted_at', 'is', null)
    .where('recall_sets.deleted_at', 'is', null)
    .orderBy('recall_sets.created_at')
    .orderBy('recall_sets.id')
    .orderBy('position')
    .orderBy('recall_points.id')
    .execute();
  const sets = Map.groupBy(rows, ({ set_id }) => set_id);
  return {
    sets: [...sets].map(([setId, points]) => ({
      setId,
      title: points[0]?.title ?? '',
      points: points.map(({ pointId, text }) => {
        const { sentence = '', passage = null } = places.get(pointId) ?? {};
        return { pointId, text, sentence, passage };
      }),
    })),
  };
}
