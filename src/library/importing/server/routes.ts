import { createHash } from 'node:crypto';

import type { Transaction } from 'kysely';
import type { z } from 'zod';

import { fileBody, type FileBody } from '#wire/file.ts';
import { route, type Route } from '#wire/route.ts';

import { kindOfFile, readFileName, titleOfFile } from '../../sources/domain/file-name.ts';
import { insertSources, updateSource } from '../../sources/server/writing/write-source.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { importKey } from '../domain/imported.ts';
import {
  filesToCompare,
  importBatch,
  importFileQuery,
  type ImportResult,
  importResults,
  knownFiles,
  MAX_FILE_BYTES,
} from '../protocol.ts';
import { bucketByName, bucketNameFor } from './bucket-by-name.ts';
import { findImported, type ImportedRow } from './find-imported.ts';
import { type ImportDependencies, importTexts } from './import-texts.ts';
import { beforeUpdate, recordChanges } from './run-changes.ts';

const MAX_MEDIA_TYPE = 200;

/** Of a request with several files. Clients send up to 2.5 MB. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

export function importRoutes(dependencies: ImportDependencies): Route[] {
  const { read } = dependencies.database;
  return [
    route({
      method: 'POST',
      path: '/api/library/import/known',
      summary: 'Which files of an import are in the library as they are',
      body: filesToCompare,
      maxBytes: MAX_BATCH_BYTES,
      answer: knownFiles,
      async handle({ person, body: { name, files } }) {
        const keys = files.map(({ path }) => importKey(name, path));
        const there = await findImported(read, person, keys);
        return {
          known: files
            .filter(({ hash }, index) => there.get(keys[index] ?? '')?.import_hash === hash)
            .map(({ path }) => path),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/library/import',
      summary: 'Adds text files, or updates the sources that they were imported as',
      body: importBatch,
      maxBytes: MAX_BATCH_BYTES,
      answer: importResults,
      handle: async ({ person, body }) => ({ results: await importTexts(dependencies, person, body) }),
    }),
    route({
      method: 'POST',
      path: '/api/library/import/file',
      summary: 'Adds one file of an import, or updates the source that it was imported as; the body is the file',
      query: importFileQuery,
      body: fileBody,
      maxBytes: MAX_FILE_BYTES,
      answer: importResults,
      handle: async ({ person, query, body }) => ({
        results: [await importFile(dependencies, { person, ...query, ...body })],
      }),
    }),
  ];
}

type Given = z.output<typeof importFileQuery> & FileBody & { readonly person: string };
type Writing = Transaction<LibraryTables>;

/**
 * Adds a file that is not sent as text, or gives the source that it was imported as its new bytes. It is read in the
 * background.
 */
async function importFile(dependencies: ImportDependencies, given: Given): Promise<ImportResult> {
  const { person, path, bytes } = given;
  if (bytes.byteLength === 0)
    return { path, outcome: 'refused', sourceId: null, problem: { message: 'It is empty.', remedy: '' } };
  const hash = createHash('sha256').update(bytes).digest('hex');
  const result = await dependencies.database.write((trx) => importOne(trx, dependencies, { ...given, hash }));
  if (result.outcome === 'added' || result.outcome === 'updated') dependencies.notify(person, []);
  dependencies.wakeIngestion();
  return { path, problem: null, ...result };
}

type Outcome = Pick<ImportResult, 'outcome' | 'sourceId'>;
type Hashed = Given & { readonly hash: string };

async function importOne(trx: Writing, dependencies: ImportDependencies, given: Hashed): Promise<Outcome> {
  const { person, name, path, hash } = given;
  const key = importKey(name, path);
  const there = (await findImported(trx, person, [key])).get(key);
  if (!there) return add(trx, dependencies, { ...given, key });
  const sourceId = there.id;
  if (there.import_hash === hash) return { outcome: 'unchanged', sourceId };
  if (there.edited_at === null) return update(trx, dependencies, { ...given, there });
  await trx
    .updateTable('sources')
    .set({ import_hash: hash })
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .execute();
  return { outcome: 'kept', sourceId };
}

async function add(trx: Writing, dependencies: ImportDependencies, given: Hashed & { key: string }): Promise<Outcome> {
  const { person, run, name, path, hash, key, modifiedAt } = given;
  const at = dependencies.now();
  const bucketName = bucketNameFor(path, given.bucket === '' ? null : given.bucket);
  const bucket = bucketName === null ? null : await bucketByName(trx, dependencies, { person, name: bucketName });
  const id = dependencies.newId();
  const file = readFileName(path);
  await insertSources(trx, dependencies, [
    {
      id,
      person_id: person,
      kind: given.kind ?? (given.isOfCode === 'true' ? 'article_clip' : kindOfFile(path)),
      origin: 'file',
      bucket_id: bucket?.bucketId ?? null,
      title: titleOfFile(file),
      url: null,
      content: '',
      created_at: modifiedAt > 0 ? Math.min(modifiedAt, at) : at,
      added_at: at,
      state: 'waiting',
      import_key: key,
      import_hash: hash,
    },
  ]);
  await storeFile(trx, given, { id, file });
  const changes = { buckets: bucket?.isNew ? [bucket.bucketId] : [], sources: [{ id, before: null, hash }] };
  await recordChanges(trx, dependencies, { run: { person, run, name, at }, changes });
  return { outcome: 'added', sourceId: id };
}

/** The text of the earlier file stays until the new one is read. */
async function update(
  trx: Writing,
  dependencies: ImportDependencies,
  given: Hashed & { there: ImportedRow },
): Promise<Outcome> {
  const { person, run, name, path, hash, there } = given;
  const at = dependencies.now();
  const { id } = there;
  const columns = { state: 'waiting' as const, problem: null, import_hash: hash };
  await updateSource(trx, dependencies, { person, sourceId: id, columns, at });
  await storeFile(trx, given, { id, file: readFileName(path) });
  const changes = { buckets: [], sources: [{ id, before: beforeUpdate(there), hash }] };
  await recordChanges(trx, dependencies, { run: { person, run, name, at }, changes });
  return { outcome: 'updated', sourceId: id };
}

async function storeFile(
  trx: Writing,
  { person, bytes, mediaType }: Hashed,
  { id, file }: { readonly id: string; readonly file: string },
): Promise<void> {
  const columns = { name: file, media_type: mediaType.slice(0, MAX_MEDIA_TYPE), size: bytes.byteLength, bytes };
  await trx
    .insertInto('source_files')
    .values({ source_id: id, person_id: person, ...columns })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(columns))
    .execute();
}
