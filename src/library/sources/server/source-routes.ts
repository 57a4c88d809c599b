import type { Transaction } from 'kysely';
import { z } from 'zod';

import { type Route, route } from '#wire/route.ts';

import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import { noSuchSource } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import {
  addedSources,
  newSources,
  sourceChange,
  sourceDetail,
  sourceList,
  sourceListQuery,
  sourcesChange,
  sourcesDeletion,
} from '../protocol.ts';
import { addSources } from './adding/add-sources.ts';
import { answerAdded } from './adding/answer-added.ts';
import { changeSource } from './changing/change-source.ts';
import { changeSources } from './changing/change-sources.ts';
import { readOwned } from './changing/read-owned.ts';
import { listSources } from './reading/list-sources.ts';
import { readDetail } from './reading/source-detail.ts';
import { namesOf } from './undo/labels.ts';
import type { SourcesMarked } from './undo/source-actions.ts';

/** Any text that a source may have, as JSON. */
const MAX_TEXT_BYTES = 40 * 1024 * 1024;

const changedSources = z.object({ sources: z.int() });

/** The routes of sources. */
export function sourceRoutes(dependencies: LibraryDependencies): Route[] {
  const { database, notify, wakeIngestion, progressOf } = dependencies;
  const reading = { read: database.read, progressOf };
  const sourceIn = (params: Readonly<Record<string, string>>) => params['sourceId'] ?? '';
  return [
    route({
      method: 'GET',
      path: '/api/library/sources',
      summary: 'Sources, newest first',
      query: sourceListQuery,
      answer: sourceList,
      handle: ({ person, query }) => listSources(reading, person, query),
    }),
    route({
      method: 'POST',
      path: '/api/library/sources',
      summary: 'Adds sources; an address without a text is read in the background',
      body: newSources,
      maxBytes: MAX_TEXT_BYTES,
      answer: addedSources,
      async handle({ person, body: { sources } }) {
        const outcomes = await database.write((trx) => addSources(trx, dependencies, { person, sources }));
        return answerAdded(dependencies, person, outcomes);
      },
    }),
    route({
      method: 'GET',
      path: '/api/library/sources/:sourceId',
      summary: 'A source with its text',
      answer: sourceDetail,
      handle: ({ person, params }) => readDetail(reading, { person, sourceId: sourceIn(params) }),
    }),
    route({
      method: 'PATCH',
      path: '/api/library/sources/:sourceId',
      summary: 'Changes a source; refused if its title or text has been changed elsewhere since',
      body: sourceChange,
      maxBytes: MAX_TEXT_BYTES,
      answer: sourceDetail,
      async handle({ person, params, body }) {
        const owned = { person, sourceId: sourceIn(params) };
        await database.write((trx) => changeSource(trx, dependencies, { ...owned, ...body }));
        notify(person, [owned.sourceId]);
        wakeIngestion();
        return readDetail(reading, owned);
      },
    }),
    route({
      method: 'POST',
      path: '/api/library/sources/change',
      summary: 'Moves, archives or tags many sources, or changes their kind; one undo for all',
      body: sourcesChange,
      answer: changedSources,
      async handle({ person, body }) {
        const changed = await database.write((trx) => changeSources(trx, dependencies, { person, ...body }));
        notify(person, changed);
        return { sources: changed.length };
      },
    }),
    route({
      method: 'POST',
      path: '/api/library/sources/delete',
      summary: 'Deletes sources; one undo for all',
      body: sourcesDeletion,
      answer: changedSources,
      async handle({ person, body: { ids } }) {
        const deleted = await database.write((trx) => deleteSources(trx, dependencies, { person, ids }));
        notify(person, deleted);
        // A reading under way stops.
        wakeIngestion();
        return { sources: deleted.length };
      },
    }),
  ];
}

type Deleting = Pick<LibraryDependencies, 'undo' | 'now'>;

/** Deletes sources, with one undo for all. Those that are deleted already are left out. */
async function deleteSources(
  trx: Transaction<LibraryTables>,
  { undo, now }: Deleting,
  { person, ids }: { person: string; ids: readonly string[] },
): Promise<readonly string[]> {
  const rows = (await readOwned(trx, person, ids)).filter(({ deleted_at: deletedAt }) => deletedAt === null);
  if (rows.length === 0) return [];
  const reversal: SourcesMarked = { ids: rows.map(({ id }) => id), at: now() };
  const { numUpdatedRows } = await trx
    .updateTable('sources')
    .set({ deleted_at: reversal.at })
    .where('person_id', '=', person)
    .where('id', 'in', reversal.ids)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== rows.length) throw noSuchSource();
  await undo.record(trx, { person, kind: 'sources-deleted', label: `Deleted ${namesOf(rows)}`, reversal });
  return reversal.ids;
}
