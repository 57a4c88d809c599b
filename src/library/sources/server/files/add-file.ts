import { createHash } from 'node:crypto';

import type { Kysely, Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';
import type { FileBody } from '#wire/file.ts';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import { noSuchSource, type OwnedSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { kindOfFile, readFileName, titleOfFile } from '../../domain/file-name.ts';
import type { FileQuery } from '../../protocol.ts';
import type { Outcome } from '../adding/add-sources.ts';
import { requireBucket } from '../buckets/buckets.ts';
import { recordSourcesAdded } from '../undo/source-actions.ts';
import { insertSources } from '../writing/write-source.ts';

export const MAX_FILE_BYTES = 50 * 1024 * 1024;
const MAX_MEDIA_TYPE = 200;

type Adding = Pick<LibraryDependencies, 'undo' | 'now' | 'newId' | 'onTextWritten'>;
type Given = FileQuery & FileBody & { readonly person: string };

/** Stores a file unchanged. It is read in the background. */
export async function addFile(trx: Transaction<LibraryTables>, adding: Adding, given: Given): Promise<Outcome> {
  const { person, bytes, isWanted } = given;
  if (bytes.byteLength === 0) throw new AppError('malformed', 'This file is empty.', { field: 'body' });
  await requireBucket(trx, person, given.bucketId ?? null);
  const id = given.id ?? adding.newId();
  if (given.id !== undefined && (await isThere(trx, person, id))) return { id, outcome: 'added', sameBy: null };
  const hash = createHash('sha256').update(bytes).digest('hex');
  const same = isWanted === 'true' ? null : await findSame(trx, person, hash);
  if (same !== null) return { id: same, outcome: 'existing', sameBy: 'text' };
  await insert(trx, adding, { ...given, id, hash });
  await recordSourcesAdded(trx, adding.undo, { person, ids: [id], at: adding.now() });
  return { id, outcome: 'added', sameBy: null };
}

async function insert(
  trx: Transaction<LibraryTables>,
  adding: Adding,
  { person, id, hash, bytes, mediaType, bucketId, name: given }: Given & { id: string; hash: string },
): Promise<void> {
  const name = readFileName(given);
  const at = adding.now();
  const row = {
    id,
    person_id: person,
    kind: kindOfFile(name),
    origin: 'file',
    bucket_id: bucketId ?? null,
    title: titleOfFile(name),
    url: null,
    content: '',
    created_at: at,
    added_at: at,
    state: 'waiting',
    import_hash: hash,
  } as const;
  await insertSources(trx, adding, [row]);
  await storeFile(trx, { person, sourceId: id }, { name, mediaType, bytes });
}

export interface FileToKeep extends FileBody {
  readonly name: string;
}

/** Stores the file that a source is read from, in place of an earlier one. */
export async function storeFile(
  trx: Transaction<LibraryTables>,
  { person, sourceId }: OwnedSource,
  { name, mediaType, bytes }: FileToKeep,
): Promise<void> {
  const columns = { name, media_type: mediaType.slice(0, MAX_MEDIA_TYPE), size: bytes.byteLength, bytes };
  await trx
    .insertInto('source_files')
    .values({ source_id: sourceId, person_id: person, ...columns })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(columns))
    .execute();
}

/** Reports whether an earlier attempt has added it. Throws if the id is another person's. */
async function isThere(db: Kysely<LibraryTables>, person: string, id: string): Promise<boolean> {
  const row = await db.selectFrom('sources').select('person_id').where('id', '=', id).executeTakeFirst();
  if (row && row.person_id !== person) throw noSuchSource();
  return row !== undefined;
}

async function findSame(db: Kysely<LibraryTables>, person: string, hash: string): Promise<string | null> {
  const row = await db
    .selectFrom('sources')
    .select('id')
    .where('person_id', '=', person)
    .where('import_hash', '=', hash)
    .where('deleted_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
