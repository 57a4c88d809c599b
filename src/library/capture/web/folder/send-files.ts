import { api, messageOf, upload } from '#http-client/web/api.ts';

import type { ImportBatch, ImportResult, ImportResults } from '../../../importing/protocol.ts';
import { queryText } from '../../../storage/web/query-text.ts';

export interface NamedFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly size: number;
  readonly file: File;
}

/** What all requests of one import share. */
export type ImportFrame = Pick<ImportBatch, 'run' | 'name' | 'bucket'>;

/** Sends text files together. A failure counts for each of them. */
export async function sendTexts(files: readonly NamedFile[], frame: ImportFrame): Promise<readonly ImportResult[]> {
  return resultsOf(files, async () => {
    const texts = files.map(async ({ path, file }) => ({
      path,
      modifiedAt: file.lastModified,
      text: await file.text(),
    }));
    const body: ImportBatch = { ...frame, files: await Promise.all(texts) };
    return api<ImportResults>('POST', '/api/library/import', body);
  });
}

/** Sends one file that is not text, or too large to go with others. */
export async function sendFile(
  { path, file }: NamedFile,
  { run, name, bucket }: ImportFrame,
  signal: AbortSignal,
): Promise<readonly ImportResult[]> {
  const query = queryText({ run, name, path, modifiedAt: file.lastModified, bucket: bucket === null ? '' : bucket });
  return resultsOf([{ path }], () => upload<ImportResults>(`/api/library/import/file${query}`, file, signal));
}

async function resultsOf(
  files: readonly { readonly path: string }[],
  send: () => Promise<ImportResults>,
): Promise<readonly ImportResult[]> {
  try {
    return (await send()).results;
  } catch (error) {
    const problem = { message: messageOf(error), remedy: '' };
    return files.map(({ path }) => ({ path, outcome: 'refused', sourceId: null, problem }));
  }
}
