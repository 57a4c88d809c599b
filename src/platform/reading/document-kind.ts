import { isPdf } from '#library/ingestion/server/given-document.ts';

import { zipEntries } from './formats/zip-entries.ts';

export type DocumentKind = 'html' | 'pdf' | 'docx' | 'markdown' | 'text';

/** A kind that cannot be read, as the person would call it. */
export interface UnreadableKind {
  readonly unreadable: string;
}

interface Named {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly name: string;
}

/** Kinds of files by their first bytes. */
// oxlint-disable no-control-regex -- signatures are made of any bytes
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^BM|^II\*\0|^MM\0\*|^RIFF....WEBP|^....ftyp(?:avif|heic|mif1)/s, 'a picture'],
  [/^ID3|^\xff[\xfb\xf3\xf2]|^OggS|^fLaC|^RIFF....WAVE|^....ftypM4A/s, 'a sound recording'],
  [/^....ftyp|^\x1aE\xdf\xa3|^RIFF....AVI/s, 'a film'],
  [/^\x7fELF|^MZ|^\xca\xfe\xba\xbe|^\xcf\xfa\xed\xfe/s, 'a program'],
  [/^\x1f\x8b|^BZh|^7z\xbc\xaf|^Rar!|^\xfd7zXZ/s, 'an archive'],
  [/^\xd0\xcf\x11\xe0/s, 'a file of an old version of Office'],
  [/^SQLite format 3/, 'a database'],
];
// oxlint-enable no-control-regex

/** Finds the kind of a document by its content first, then its name, then the declared type. */
export function documentKind({ bytes, mediaType, name }: Named): DocumentKind | UnreadableKind {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1_024, bytes.byteLength)).toString('latin1');
  if (isPdf({ bytes, mediaType })) return 'pdf';
  if (head.startsWith('PK\u0003\u0004')) return zipKind(bytes);
  const signature = SIGNATURES.find(([pattern]) => pattern.test(head));
  // Text in UTF-16 may begin like anything: its mark is not among the signatures.
  if (signature) return { unreadable: signature[1] };
  if (/\.(?:md|markdown|mdown|mkd)$/i.test(name)) return 'markdown';
  if (/\.x?html?$/i.test(name) || /^\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype html|html|head)\b/is.test(plain(head)))
    return 'html';
  if (/\.\w{1,8}$/.test(name) && !/html/i.test(mediaType)) return 'text';
  if (/html/i.test(mediaType)) return 'html';
  return /markdown/i.test(mediaType) ? 'markdown' : 'text';
}

/** Without a byte order mark, and with the zeros of UTF-16 taken out. */
function plain(head: string): string {
  return head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
}

function zipKind(bytes: Uint8Array): DocumentKind | UnreadableKind {
  const names = zipEntries(bytes)?.map((entry) => entry.name) ?? [];
  if (names.includes('word/document.xml')) return 'docx';
  if (names.some((name) => name.startsWith('xl/'))) return { unreadable: 'a spreadsheet' };
  if (names.some((name) => name.startsWith('ppt/'))) return { unreadable: 'a presentation' };
  if (names.includes('META-INF/container.xml')) return { unreadable: 'an e-book' };
  return { unreadable: 'an archive' };
}
