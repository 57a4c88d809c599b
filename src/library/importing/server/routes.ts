import { createHash } from 'node:crypto';

import type { z } from 'zod';

import { assert } from '#kernel/assert.ts';
import { fileBody, type FileBody } from '#wire/file.ts';
import { route, type Route } from '#wire/route.ts';

import { kindOfFile, readFileName, titleOfFile } from '../../sources/domain/file-name.ts';
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
import { findImported } from './find-imported.ts';
import { importTexts } from './import-texts.ts';
import { type FileToImport, type ImportDependencies, writeImported } from './write-imported.ts';

/** Maximum size of a request with several files. Clients send up to 2.5 MB. */
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

/**
 * Adds a file that is not sent as text, or replaces the bytes of its source. It is read in the background; the text of
 * the earlier file remains until then.
 */
async function importFile(
  dependencies: ImportDependencies,
  { person, run, name, path, bucket, kind, isOfCode, modifiedAt, bytes, mediaType }: Given,
): Promise<ImportResult> {
  const fileName = readFileName(path);
  const file: FileToImport = {
    path,
    modifiedAt,
    hash: createHash('sha256').update(bytes).digest('hex'),
    problem: bytes.byteLength === 0 ? { message: 'It is empty.', remedy: '' } : null,
    added: {
      kind: kind ?? (isOfCode === 'true' ? 'article_clip' : kindOfFile(path)),
      title: titleOfFile(fileName),
      url: null,
      content: '',
      state: 'waiting',
    },
    changed: () => ({ state: 'waiting', problem: null }),
    toKeep: { name: fileName, mediaType, bytes },
  };
  const files = {
    run: { person, run, name, at: dependencies.now() },
    bucket: bucket === '' ? null : bucket,
    files: [file],
  };
  const [result] = await dependencies.database.write((trx) => writeImported(trx, dependencies, files));
  assert(result, 'each file has a result');
  if (result.outcome === 'added' || result.outcome === 'updated') dependencies.notify(person, []);
  dependencies.wakeIngestion();
  return result;
}
