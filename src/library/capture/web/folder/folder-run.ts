import { createStore } from '#elements/web/page/create-store.ts';
import { api, messageOf, upload } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { ImportBatch, ImportOutcome, ImportResult, ImportResults } from '../../../importing/protocol.ts';
import { queryText } from '../../../storage/web/library-query.ts';
import { batchesOf, MAX_BATCH_BYTES } from '../../domain/batches.ts';
import { codeFolders } from '../../domain/code-folders.ts';
import { isText, whyLeftOut } from '../../domain/importable.ts';

interface FileResult {
  readonly path: string;
  readonly outcome: ImportOutcome | 'left out';
  readonly why: string;
}

/** The import of a folder. It continues while its dialog is closed, until the page is left. */
export interface FolderRun {
  readonly folder: string;
  readonly total: number;
  readonly isRunning: boolean;
  readonly results: readonly FileResult[];
}

const folderRun = createStore<FolderRun | null>(null);
let ending = new AbortController();
/** Null before the first import, and after its result was dismissed. */
export const useFolderRun = folderRun.useValue;

/**
 * Sends the files of a folder, one request after the other. `bucket` has the meaning of that in an import batch.
 * Resolves when all were sent or the import was cancelled.
 */
export async function importFolder(files: readonly File[], bucket: ImportFrame['bucket']): Promise<void> {
  ending.abort();
  const { signal } = (ending = new AbortController());
  const isOfCode = codeFolders(files.map(pathOf));
  const named = files.map((file) => {
    const path = pathOf(file);
    return { path, size: file.size, file, isOfCode: isOfCode(path) };
  });
  const wanted = named.filter((each) => whyLeftOut(each) === null);
  const folder = files[0]?.webkitRelativePath.split('/')[0] ?? '';
  const frame: ImportFrame = { run: newId(), name: folder, ...(bucket !== undefined && { bucket }) };
  const leftOut = named.flatMap((each) => {
    const why = whyLeftOut(each);
    return why === null ? [] : [{ path: each.path, outcome: 'left out' as const, why }];
  });
  folderRun.set({ folder, total: named.length, isRunning: true, results: leftOut });
  const goTogether = (each: NamedFile) => isText(each.path) && each.size <= MAX_BATCH_BYTES;
  const requests = [
    ...batchesOf(wanted.filter(goTogether)).map((batch) => () => sendTexts(batch, frame, signal)),
    ...wanted.filter((each) => !goTogether(each)).map((each) => () => sendFile(each, frame, signal)),
  ];
  for (const send of requests) {
    const results = await send();
    const run = folderRun.get();
    if (signal.aborted || !run) return;
    folderRun.set({ ...run, results: [...run.results, ...results.map(toResult)] });
  }
  endFolderImport();
}

/** The path relative to the folder; the browser's path begins with the folder's name. */
function pathOf(file: File): string {
  return file.webkitRelativePath.split('/').slice(1).join('/') || file.name;
}

function toResult({ path, outcome, problem }: ImportResult): FileResult {
  return { path, outcome, why: problem ? `${problem.message} ${problem.remedy}`.trim() : '' };
}

/** Stops sending. Sources that were added remain. */
export function endFolderImport(): void {
  ending.abort();
  const run = folderRun.get();
  if (run) folderRun.set({ ...run, isRunning: false });
}

export function dismissFolderRun(): void {
  endFolderImport();
  folderRun.set(null);
}

interface NamedFile {
  readonly path: string;
  readonly size: number;
  readonly file: File;
  readonly isOfCode: boolean;
}

/** Shared by all requests of one import. */
type ImportFrame = Pick<ImportBatch, 'run' | 'name' | 'bucket'>;

/**
 * Sends text files together. A failure counts for each of them. Files in other encodings go one by one, and the server
 * detects their encoding.
 */
async function sendTexts(
  files: readonly NamedFile[],
  frame: ImportFrame,
  signal: AbortSignal,
): Promise<readonly ImportResult[]> {
  const read = await Promise.all(files.map(async (each) => ({ ...each, text: await textOf(each.file) })));
  const texts = read.flatMap(({ path, file, text, isOfCode }) =>
    text === null ? [] : [{ path, modifiedAt: file.lastModified, text, isOfCode }],
  );
  const body: ImportBatch = { ...frame, files: texts };
  const send = () => api<ImportResults>('POST', '/api/library/import', body);
  const results = texts.length === 0 ? [] : [...(await resultsOf(texts, send))];
  for (const each of read) if (each.text === null) results.push(...(await sendFile(each, frame, signal)));
  return results;
}

/** Null if it is not UTF-8. */
async function textOf(file: File): Promise<string | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Sends one file that is not text, or is too large for a batch. */
async function sendFile(
  { path, file, isOfCode }: NamedFile,
  { run, name, bucket }: ImportFrame,
  signal: AbortSignal,
): Promise<readonly ImportResult[]> {
  const query = queryText({
    run,
    name,
    path,
    modifiedAt: file.lastModified,
    bucket: bucket === null ? '' : bucket,
    isOfCode: isOfCode ? 'true' : undefined,
  });
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
