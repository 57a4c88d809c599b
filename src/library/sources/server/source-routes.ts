import type { Kysely, Selectable, Transaction } from 'kysely';
import { z } from 'zod';

import type { SessionTables } from '#session/server/tables.ts';
import { route, type Route } from '#wire/route.ts';

import type { LibraryDependencies, ProgressOf } from '../../storage/server/dependencies.ts';
import { letOthersGo } from '../../storage/server/let-others-go.ts';
import { SUMMARY_COLUMNS, toSummary } from '../../storage/server/source-summary.ts';
import { noSuchSource, type OwnedSource, sourceThere } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { waitingAmong } from '../../storage/server/waiting-texts.ts';
import {
  addedSources,
  newSources,
  sourceChange,
  sourceDetail,
  type SourceDetail,
  sourceList,
  sourceListQuery,
  sourcesChange,
  sourcesDeletion,
} from '../protocol.ts';
import { addAndAnswer } from './adding/answer-added.ts';
import { changeSource } from './changing/change-source.ts';
import { changeSources } from './changing/change-sources.ts';
import { readOwned } from './changing/read-owned.ts';
import { readBacklinks, readLinks } from './reading/links.ts';
import { listSources } from './reading/list-sources.ts';
import { namesOf, type SourcesMarked } from './undo/source-actions.ts';

/** Enough for the longest text of a source as JSON. */
const MAX_TEXT_BYTES = 40 * 1024 * 1024;

const changedSources = z.object({ sources: z.int() });

export function sourceRoutes(dependencies: LibraryDependencies): Route[] {
  const { database, notify, wakeIngestion, progressOf, texts } = dependencies;
  const reading = { read: database.read, progressOf };
  const sourceIn = (params: Readonly<Record<string, string>>) => params['sourceId'] ?? '';
  return [
    route({
      method: 'GET',
      path: '/api/library/sources',
      summary: 'Sources, newest first unless asked otherwise',
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
      handle: ({ person, body: { sources } }) => addAndAnswer(dependencies, { person, sources }),
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
        const facts = body.content === undefined ? undefined : await texts.factsOf(person, body.content);
        await database.write((trx) => changeSource(trx, dependencies, { ...owned, ...body, facts }));
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
        // Aborts a running reading.
        wakeIngestion();
        return { sources: deleted.length };
      },
    }),
  ];
}

type Deleting = Pick<LibraryDependencies, 'undo' | 'now'>;

/** Deletes sources, with one undo for all. Skips those already deleted. */
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

type Reader = Kysely<LibraryTables>;

/** A source with its text and the information around it. */
async function readDetail(
  { read, progressOf }: { read: Reader; progressOf: ProgressOf },
  { person, sourceId }: OwnedSource,
): Promise<SourceDetail> {
  const owned = { person, sourceId };
  const row = await sourceThere(read, owned)
    .select([
      ...SUMMARY_COLUMNS,
      'content',
      'session_id',
      'message_id',
      'hole_id',
      'last_message_id',
      'import_key',
      'aliases',
    ])
    .executeTakeFirstOrThrow(noSuchSource);
  const { content } = row;
  await letOthersGo(content);
  const passages = (await waitingAmong(read, [sourceId])).has(sourceId) ? [] : await readPassages(read, owned);
  await letOthersGo(content);
  const links = await readLinks(read, { ...owned, content, importKey: row.import_key });
  await letOthersGo(content);
  return {
    ...toSummary(row, progressOf),
    content,
    passages,
    file: await readFileFacts(read, owned),
    keptFrom: await readKeptFrom(read, person, row),
    links,
    backlinks: await readBacklinks(read, { ...owned, ...row, importKey: row.import_key }),
  };
}

async function readPassages(read: Reader, { person, sourceId }: OwnedSource): Promise<SourceDetail['passages']> {
  return read
    .selectFrom('passages')
    .select(['id', 'number', 'start_offset as start', 'end_offset as end'])
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .orderBy('number')
    .execute();
}

async function readFileFacts(read: Reader, { person, sourceId }: OwnedSource): Promise<SourceDetail['file']> {
  const row = await read
    .selectFrom('source_files')
    .select(['name', 'media_type as mediaType', 'size'])
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row ?? null;
}

async function readKeptFrom(
  read: Reader,
  person: string,
  row: Pick<Selectable<LibraryTables['sources']>, 'session_id' | 'message_id' | 'hole_id' | 'last_message_id'>,
): Promise<SourceDetail['keptFrom']> {
  if (row.session_id === null) return null;
  const session = await (read as unknown as Kysely<SessionTables>)
    .selectFrom('sessions')
    .select('title')
    .where('id', '=', row.session_id)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return {
    session: row.session_id,
    ...(row.message_id !== null && { messageId: row.message_id }),
    ...(row.hole_id !== null && { holeId: row.hole_id }),
    ...(row.last_message_id !== null && { lastMessageId: row.last_message_id }),
    title: session?.title ?? null,
  };
}
