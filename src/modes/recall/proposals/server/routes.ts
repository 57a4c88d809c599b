import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { readSourceText } from '#library/storage/server/source-text.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { rangeOfSentence } from '#point-writer/domain/range-of-sentence.ts';
import { type Route, route } from '#wire/route.ts';

import { findingsKept } from '../../sets/protocol.ts';
import type { PointOrigin } from '../../sets/server/points.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { decision, waitingPoints } from '../protocol.ts';
import { decidePoints } from './decide-points.ts';
import { readWaiting } from './waiting-points.ts';

export function proposalRoutes(dependencies: RecallDependencies): Route[] {
  const { database } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/api/recall/proposals',
      summary: 'Points that programs propose and that wait to be accepted or dropped, oldest first',
      answer: waitingPoints,
      handle: async ({ person }) => ({ points: await readWaiting(database.read, person) }),
    }),
    route({
      method: 'POST',
      path: '/api/recall/proposals/decide',
      summary: 'Accepts proposed points into a set, which may be new, and drops others, as one action',
      body: decision,
      answer: findingsKept,
      async handle({ person, body }) {
        const chosen = body.points.map(({ proposal }) => proposal);
        const origins = await readOrigins(database.read, person, chosen);
        return database.write((trx) => decidePoints(trx, dependencies, { ...body, person, origins }));
      },
    }),
  ];
}

/** The sources of proposed points, by the id of the proposal; without deleted sources. */
async function readOrigins(
  db: Kysely<RecallTables>,
  person: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PointOrigin>> {
  const origins = new Map<string, PointOrigin>();
  if (ids.length === 0) return origins;
  const tables = db as unknown as Kysely<RecallTables & LibraryTables>;
  const rows = await tables
    .selectFrom('proposed_points')
    .innerJoin('sources', 'sources.id', 'proposed_points.source_id')
    .select(['proposed_points.id', 'sources.id as sourceId', 'sentence'])
    .where('proposed_points.person_id', '=', person)
    .where('sources.person_id', '=', person)
    .where('sources.deleted_at', 'is', null)
    .where('proposed_points.id', 'in', [...ids])
    .execute();
  for (const [sourceId, made] of Map.groupBy(rows, (row) => row.sourceId)) {
    const { content } = await readSourceText(tables, { person, sourceId });
    for (const { id, sentence } of made) {
      // A long source takes time, so others get their turn.
      await setImmediate();
      origins.set(id, { sourceId, sentence, range: rangeOfSentence(content, sentence) });
    }
  }
  return origins;
}
