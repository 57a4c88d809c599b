import { z } from 'zod';

import { cleanText } from '#kernel/clean-text.ts';
import { id } from '#session/protocol.ts';

import { libraryProblem, sourceKind } from '../storage/protocol.ts';

/**
 * Wire format of imports. The import's name and a path identify a file, so that a second import updates the sources of
 * the first one. Keep the body of a request below 3 MB; send larger files, and those that are not text, one by one to
 * `/api/library/import/file`.
 */

const MAX_FILES_AT_ONCE = 500;
/** Per file, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;
const MAX_PATH = 4_096;

const words = z.string().overwrite(cleanText).trim();
const name = words.min(1, 'An import needs a name.').max(300);
/** Relative to the imported folder, with `/` between names. */
const path = z.string().overwrite(cleanText).min(1).max(MAX_PATH);
/** SHA-256 of the file's bytes, in hexadecimal. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
/**
 * Name of the bucket for the added sources; `null` is the inbox. If missing, each top-level folder becomes a bucket.
 */
const bucket = words.min(1).max(60).nullable().optional();

/** Kind of the added sources; if missing, derived from the files. */
const kind = sourceKind.optional();

/** `POST /api/library/import/known`: which files are in the library unchanged, and need not be sent. */
export const filesToCompare = z.object({
  name,
  files: z.array(z.object({ path, hash })).min(1).max(MAX_FILES_AT_ONCE),
});
export const knownFiles = z.object({ known: z.array(z.string()) });
export type KnownFiles = z.infer<typeof knownFiles>;

/** `POST /api/library/import`: text files, Markdown or plain. */
export const importBatch = z.object({
  /** Made by the client, the same for all requests of one run, which are undone together. */
  run: id,
  name,
  bucket,
  kind,
  /** `modifiedAt`: when the file was changed, ms since the epoch. `isOfCode`: the file is in a folder of a program. */
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
 * `unchanged`: the file has not changed, or its text is already in the library. `kept`: the file has changed, but the
 * person has edited the source since, so the source remains as it is. `refused`: `problem` has the reason.
 */
const importOutcome = z.enum(['added', 'updated', 'unchanged', 'kept', 'refused']);
export type ImportOutcome = z.infer<typeof importOutcome>;

/** One entry per file, in the order of the files. */
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
