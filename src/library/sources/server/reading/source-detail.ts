import type { Kysely, Selectable } from 'kysely';

import type { SessionTables } from '#session/server/tables.ts';

import type { ProgressOf } from '../../../storage/server/dependencies.ts';
import { SUMMARY_COLUMNS, toSummary } from '../../../storage/server/source-summary.ts';
import { noSuchSource, type OwnedSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { SourceDetail } from '../../protocol.ts';
import { readBacklinks, readLinks } from './links.ts';

type Reader = Kysely<LibraryTables>;

/** A source with its text and what stands around it. */
export async function readDetail(
  { read, progressOf }: { read: Reader; progressOf: ProgressOf },
  { person, sourceId }: OwnedSource,
): Promise<SourceDetail> {
  const row = await read
    .selectFrom('sources')
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
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw noSuchSource();
  const owned = { person, sourceId };
  return {
    ...toSummary(row, progressOf),
    content: row.content,
    passages: await readPassages(read, owned),
    file: await readFileFacts(read, owned),
    keptFrom: await readKeptFrom(read, person, row),
    links: await readLinks(read, { ...owned, content: row.content }),
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
