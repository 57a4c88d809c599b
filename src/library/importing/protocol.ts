import { z } from 'zod';

import { cleanText } from '#kernel/clean-text.ts';
import { id } from '#session/protocol.ts';

import { libraryProblem, sourceKind } from '../storage/protocol.ts';

/**
 * The wire format of imports. A file is known by the import's name and its path, so that a second
 * import updates what the first one added. Keep the body of a request below 3 MB; send larger files, and those that are
 * not text, one by one to `/api/library/import/file`.
 */

const MAX_FILES_AT_ONCE = 500;
/** In bytes, of one file. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;
const MAX_PATH = 4_096;

const words = z.string().overwrite(cleanText).trim();
const name = words.min(1, 'An import needs a name.').max(300);
/** Relative to the imported folder, with `/` between names. */
const path = z.string().overwrite(cleanText).min(1).max(MAX_PATH);
/** SHA-256 of the file's bytes, in hexadecimal. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
/**
 * The bucket for what is added, by its name; `null` is the inbox. Without it, each top-level folder becomes a bucket.
 */
const bucket = words.min(1).max(60).nullable().optional();

/** Of what is added; without it, the files tell. */
const kind = sourceKind.optional();

/** `POST /api/library/import/known`: which files are in the library as they are, and need not be sent. */
export const filesToCompare = z.object({
  name,
  files: z.array(z.object({ path, hash })).min(1).max(MAX_FILES_AT_ONCE),
});
export const knownFiles = z.object({ known: z.array(z.string()) });
export type KnownFiles = z.infer<typeof knownFiles>;

/** `POST /api/library/import`: text files, Markdown or plain. */
export const importBatch = z.object({
  /** Made by the client, the same for all requests of one run: they are undone together. */
  run: id,
  name,
  bucket,
  kind,
  /** `modifiedAt`: of the file, ms since the epoch. `isOfCode`: it lies in a folder of a program. */
  files: z
    .array(z.object({ path, modifiedAt: z.int(), text: z.string(), isOfCode: z.boolean().optional() }))
    .min(1)
    .max(MAX_FILES_AT_ONCE),
});
export type ImportBatch = z.input<typeof importBatch>;

/**
 * `POST /api/library/import/file?…`: the body is the file. It is read in the background. An empty bucket is the inbox.
 */
export const importFileQuery = z.object({
  run: id,
  name,
  path,
  modifiedAt: z.coerce.number().int(),
  bucket: words.max(60).optional(),
  kind,
  isOfCode: z.enum(['true']).optional(),
});

/**
 * `unchanged`: the file is as it was, or its text is in the library already. `kept`: the file has changed, but the
 * person has edited the source since, so the source stays as it is. `refused`: `problem` says why.
 */
const importOutcome = z.enum(['added', 'updated', 'unchanged', 'kept', 'refused']);
export type ImportOutcome = z.infer<typeof importOutcome>;

/** One entry per file, in its order. */
export const importResults = z.object({
  results: z.array(
    z.object({
      path: z.string(),
      outcome: importOutcome,
      /** Null if it was refused. */
      sourceId: id.nullable(),
      problem: libraryProblem.nullable(),
    }),
  ),
});
export type ImportResults = z.infer<typeof importResults>;
export type ImportResult = ImportResults['results'][number];
