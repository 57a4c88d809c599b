import { fileBody } from '#wire/file.ts';
import { type Route, route } from '#wire/route.ts';

import { importKey } from '../domain/import-key.ts';
import {
  filesToCompare,
  importBatch,
  importFileQuery,
  importResults,
  knownFiles,
  MAX_FILE_BYTES,
} from '../protocol.ts';
import { findImported } from './find-imported.ts';
import { importFile } from './import-file.ts';
import { type ImportDependencies, importTexts } from './import-texts.ts';

/** Of a request with several files. Clients send up to 2.5 MB. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Routes that import files. */
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
