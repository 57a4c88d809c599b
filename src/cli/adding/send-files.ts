import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { isReadable, isText, unreadDocument } from '#library/capture/domain/importable.ts';
import { isDocument } from '#library/importing/domain/imported.ts';
import { type ImportResults, type KnownFiles, MAX_FILE_BYTES } from '#library/importing/protocol.ts';
import type { SourceKind } from '#library/storage/protocol.ts';

import { Refused, type ServerClient } from './server-client.ts';
import type { Tally } from './tally.ts';
import { type Found, type FoundFile, reasonOf } from './walk-folder.ts';

/** In bytes. A longer text is sent as a separate file. */
const MAX_TEXT_BYTES = 1024 * 1024;

export interface Import {
  readonly run: string;
  readonly name: string;
  /** Undefined: top-level folders become buckets; null: the inbox. */
  readonly bucket: string | null | undefined;
  /** Undefined: read from the files. */
  readonly kind?: SourceKind | undefined;
}

interface Sending {
  readonly client: ServerClient;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  /** Whether files of any kind are sent, because the person named them. */
  readonly isAnyKind?: boolean;
}

const MAX_FILES = 200;
/** In characters of JSON. The server accepts 4 MB. */
const MAX_BATCH = 2_500_000;

/**
 * Sends files as they are found, so that memory use does not depend on the size of the folder. Files already in the
 * library are recognised by their hash and not sent, so an interrupted import continues where it stopped. Returns the
 * sources that were added or updated.
 */
export async function sendFiles(
  files: AsyncIterable<Found>,
  given: Import,
  sending: Sending,
): Promise<readonly string[]> {
  const { tally, signal } = sending;
  const changed: string[] = [];
  let batch: ReadFile[] = [];
  let size = 0;
  async function flush(): Promise<void> {
    if (batch.length > 0) changed.push(...(await sendBatch(batch, given, sending)));
    batch = [];
    size = 0;
  }
  for await (const found of files) {
    signal.throwIfAborted();
    if ('problem' in found && found.isLeftOut) tally.passBy(found.path, found.problem);
    else if ('problem' in found) tally.refuse(found.path, found.problem);
    else if (!sending.isAnyKind && !isReadable(found.path)) {
      const document = unreadDocument(found.path);
      if (document === null) tally.skip(found.path);
      else tally.passBy(found.path, `It is ${document}`);
    } else {
      const read = await readFileToSend(found).catch(reasonOf);
      if (typeof read === 'string') {
        tally.refuse(found.path, read);
        continue;
      }
      const length = JSON.stringify([read.path, read.text]).length;
      if (batch.length === MAX_FILES || size + length > MAX_BATCH) await flush();
      batch.push(read);
      size += length;
    }
  }
  await flush();
  return changed;
}

async function sendBatch(batch: readonly ReadFile[], given: Import, sending: Sending): Promise<readonly string[]> {
  const { client, tally } = sending;
  const files = batch.map(({ path, hash }) => ({ path, hash }));
  const { known } = await client.post<KnownFiles>('/api/library/import/known', { name: given.name, files });
  const isKnown = new Set(known);
  for (const { path } of batch) if (isKnown.has(path)) tally.count('unchanged');
  const wanted = batch.filter(({ path }) => !isKnown.has(path));
  const texts = wanted.filter(({ text }) => text !== null);
  const changed = texts.length === 0 ? [] : await sendTexts(texts, given, sending);
  for (const file of wanted)
    if (file.text === null) changed.push(...take(await sendBytes(file, given, sending), file.path, tally));
  return changed;
}

async function sendTexts(files: readonly ReadFile[], given: Import, sending: Sending): Promise<string[]> {
  const { client, tally } = sending;
  const body = {
    ...given,
    files: files.map(({ path, modifiedAt, text, isOfCode }) => ({ path, modifiedAt, text, isOfCode })),
  };
  try {
    const { results } = await client.post<ImportResults>('/api/library/import', body);
    return files.flatMap(({ path }, index) => take(results.slice(index, index + 1), path, tally));
  } catch (error) {
    if (!isAboutFile(error)) throw error;
    const [only] = files;
    if (files.length > 1) {
      const changed = [];
      for (const file of files) changed.push(...(await sendTexts([file], given, sending)));
      return changed;
    }
    tally.refuse(only?.path ?? '', error.message);
    return [];
  }
}

async function sendBytes(
  file: ReadFile,
  { run, name, bucket, kind }: Import,
  { client }: Sending,
): Promise<ImportResults['results']> {
  const query = new URLSearchParams({ run, name, path: file.path, modifiedAt: String(file.modifiedAt) });
  if (bucket !== undefined) query.set('bucket', bucket ?? '');
  if (kind !== undefined) query.set('kind', kind);
  if (file.isOfCode) query.set('isOfCode', 'true');
  const refused = (message: string) => [
    { path: file.path, outcome: 'refused' as const, sourceId: null, problem: { message, remedy: '' } },
  ];
  try {
    const bytes = await readFile(file.location).catch((error: unknown) => reasonOf(error));
    if (typeof bytes === 'string') return refused(bytes);
    return (await client.upload<ImportResults>(`/api/library/import/file?${query.toString()}`, bytes)).results;
  } catch (error) {
    if (!isAboutFile(error)) throw error;
    return refused(error.message);
  }
}

/** Whether the server refused the content of this file. Other failures would affect all further files too. */
function isAboutFile(error: unknown): error is Refused {
  return error instanceof Refused && ['malformed', 'too-large', 'refused'].includes(error.kind);
}

/** Counts the results and returns the sources that the server will read now. */
function take(results: ImportResults['results'], path: string, tally: Tally): string[] {
  return results.flatMap(({ outcome, sourceId, problem }) => {
    if (outcome === 'refused')
      tally.refuse(path, `${problem?.message ?? 'It was refused.'} ${problem?.remedy ?? ''}`.trim());
    else tally.count(outcome);
    return sourceId !== null && (outcome === 'added' || outcome === 'updated') ? [sourceId] : [];
  });
}

interface ReadFile extends FoundFile {
  /** SHA-256 of the bytes. */
  readonly hash: string;
  /** The text, if it is sent as text; null if the server reads the bytes. */
  readonly text: string | null;
}

/** Reads a file, or returns the reason why it is not sent. */
async function readFileToSend(file: FoundFile): Promise<ReadFile | string> {
  if (file.size > MAX_FILE_BYTES) return tooLarge(file.size);
  const bytes = await readFile(file.location);
  if (bytes.length > MAX_FILE_BYTES) return tooLarge(bytes.length);
  if (bytes.length === 0) return 'It is empty.';
  return { ...file, hash: createHash('sha256').update(bytes).digest('hex'), text: textToSend(file, bytes) };
}

function textToSend({ path }: FoundFile, bytes: Buffer): string | null {
  if (!isText(path) || bytes.length > MAX_TEXT_BYTES || bytes.includes(0)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return isDocument(text) ? null : text;
  } catch {
    // Another encoding, which the server detects.
    return null;
  }
}

function tooLarge(size: number): string {
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024).toLocaleString('en');
  return `It has ${megabytes(size)} MB; a file may have ${megabytes(MAX_FILE_BYTES)} MB.`;
}
