import type { Kysely } from 'kysely';

import type { LibraryTables } from '../../storage/server/tables.ts';
import type { FetchLink } from './fetch-link.ts';
import { type GivenDocument, type Reading, UnreadableDocument } from './read-document.ts';
import type { WaitingSource } from './waiting-sources.ts';

interface Obtaining extends Reading {
  readonly database: { readonly read: Kysely<LibraryTables> };
  readonly fetchLink: FetchLink;
}

/** The document of a source: what its address answers now, or the file that was given. */
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

/** Whether the bytes are a PDF. Other documents may name its mark, so it has to stand first unless it is declared. */
export function isPdf({ bytes, mediaType }: Pick<GivenDocument, 'bytes' | 'mediaType'>): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).toString('latin1');
  return /^\s*%PDF-/.test(head) || (head.includes('%PDF-') && /pdf/i.test(mediaType));
}
