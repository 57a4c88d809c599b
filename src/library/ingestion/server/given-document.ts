import type { Kysely } from 'kysely';

import type { LibraryTables } from '../../storage/server/tables.ts';
import type { FetchLink } from './fetch-link.ts';
import { type GivenDocument, type Reading, UnreadableDocument } from './read-document.ts';
import type { WaitingSource } from './waiting-sources.ts';

interface Obtaining extends Reading {
  readonly database: { readonly read: Kysely<LibraryTables> };
  readonly fetchLink: FetchLink;
}

/** The document of a source: the current answer of its address, or the uploaded file. */
export async function obtainDocument(source: WaitingSource, obtaining: Obtaining): Promise<GivenDocument> {
  const { fetchLink, signal, onProgress } = obtaining;
  if (source.url === null) return readFile(source, obtaining);
  return fetchLink(source.url, {
    signal,
    onProgress: (bytes, total) => onProgress({ words: fetched(bytes, total), done: total ? bytes / total : null }),
  });
}

async function readFile(
  { person, sourceId }: WaitingSource,
  { database }: Pick<Obtaining, 'database'>,
): Promise<GivenDocument> {
  const file = await database.read
    .selectFrom('source_files')
    .select(['name', 'media_type', 'bytes'])
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!file)
    throw new UnreadableDocument('There is neither an address nor a file to read.', {
      remedy: 'Write or paste a text.',
    });
  return { bytes: file.bytes, mediaType: file.media_type, name: file.name, url: null };
}

/** `1.2 of 3.4 MB` */
function fetched(bytes: number, total: number | null): string {
  const megabytes = (count: number): string => (count / 1_000_000).toFixed(1);
  return total ? `${megabytes(bytes)} of ${megabytes(total)} MB` : `${megabytes(bytes)} MB`;
}

const PDF = '%PDF-';
/**
 * PDF readers search this many bytes from the start of a file for its signature, and from its end for its last line.
 */
const MARK_WITHIN = 1_024;

/**
 * Reports whether the bytes are a PDF, by its signature. A byte order mark, blanks, or lines of a server or mailer may
 * precede it. Other documents can mention the signature, so in that case the last line of a PDF or the declared type is
 * also required.
 */
export function isPdf({ bytes, mediaType }: Pick<GivenDocument, 'bytes' | 'mediaType'>): boolean {
  const head = latin1(bytes.subarray(0, MARK_WITHIN));
  // oxlint-disable-next-line no-control-regex -- NUL is among what stands before the mark
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*%PDF-/.test(head)) return true;
  if (!head.includes(PDF)) return false;
  if (/pdf/i.test(mediaType)) return true;
  return /%PDF-\d\.\d\s/.test(head) && /startxref\s+\d+\s+%%EOF/.test(latin1(bytes.subarray(-MARK_WITHIN)));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
