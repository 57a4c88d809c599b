import { isPdf } from '#library/ingestion/server/given-document.ts';

import { unpackEntry, zipEntries } from './formats/zip-entries.ts';

export type DocumentKind = 'html' | 'pdf' | 'docx' | 'markdown' | 'text' | 'picture';

/** A kind that cannot be read, in the person's words. */
export interface UnreadableKind {
  readonly unreadable: string;
  /** What to do, if it differs from the general remedy. */
  readonly remedy?: string;
}

const SAVE_AS_DOCX = 'Open it in Word, LibreOffice or TextEdit, save it as .docx, and add that.';

interface Named {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly name: string;
}

// oxlint-disable no-control-regex -- signatures are made of any bytes
const PICTURE = /^\x89PNG|^\xff\xd8\xff|^GIF8|^BM|^II\*\0|^MM\0\*|^RIFF....WEBP|^....ftyp(?:avif|heic|mif1)/s;
/** Kinds of files by their first bytes (magic numbers). */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^ID3|^\xff[\xfb\xf3\xf2]|^OggS|^fLaC|^RIFF....WAVE|^....ftypM4A/s, 'a sound recording'],
  [/^....ftyp|^\x1aE\xdf\xa3|^RIFF....AVI/s, 'a film'],
  [/^\x7fELF|^MZ|^\xca\xfe\xba\xbe|^\xcf\xfa\xed\xfe/s, 'a program'],
  [/^\x1f\x8b|^BZh|^7z\xbc\xaf|^Rar!|^\xfd7zXZ/s, 'an archive'],
  [/^SQLite format 3/, 'a database'],
];
// oxlint-enable no-control-regex

/** Detects the kind of a document by its content first, then its name, then the declared type. */
export function documentKind({ bytes, mediaType, name }: Named): DocumentKind | UnreadableKind {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1_024, bytes.byteLength)).toString('latin1');
  if (isPdf({ bytes, mediaType })) return 'pdf';
  if (head.startsWith('PK\u0003\u0004')) return zipKind(bytes, name);
  if (head.startsWith('\xd0\xcf\x11\xe0')) return oldOfficeKind(bytes);
  const texts = TEXTS.find(([pattern]) => pattern.test(plain(head)));
  if (texts) return { unreadable: texts[1], remedy: texts[2] ?? SAVE_AS_DOCX };
  if (PICTURE.test(head)) return 'picture';
  const signature = SIGNATURES.find(([pattern]) => pattern.test(head));
  // Text in UTF-16 can begin with any bytes, so its byte order mark is not among the signatures.
  if (signature) return { unreadable: signature[1] };
  if (/\.(?:md|markdown|mdown|mkd)$/i.test(name)) return 'markdown';
  if (/\.x?html?$/i.test(name) || /^\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype html|html|head)\b/is.test(plain(head)))
    return 'html';
  if (/\.\w{1,8}$/.test(name) && !/html/i.test(mediaType)) return 'text';
  if (/html/i.test(mediaType)) return 'html';
  return /markdown/i.test(mediaType) ? 'markdown' : 'text';
}

/** Removes a byte order mark, and the zero bytes of UTF-16. */
function plain(head: string): string {
  return head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
}

/** Text formats that are only for programs. */
const TEXTS: readonly (readonly [RegExp, string, string?])[] = [
  [
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE en-export\b|<en-export\b)/i,
    'an export of Evernote (.enex)',
    'In Evernote, export the notes as web pages (.html), and add these.',
  ],
  [/^\s*\{\\rtf/, 'a document in RTF'],
  [/^\s*<\?xml[^>]*>\s*<\?mso-application progid="Word/i, 'a document of Word in one XML file'],
  [
    /^(?:from: [^\n]*\n|subject: [^\n]*\n|date: [^\n]*\n)*mime-version: [\s\S]*multipart\/related/i,
    'a web archive (.mht)',
  ],
];

/** Kinds of old Office files, by the names in the directory of their container. */
const STREAMS: readonly (readonly [string, UnreadableKind])[] = [
  [
    'EncryptedPackage',
    {
      unreadable: 'a document that is protected by a password',
      remedy: 'Open it with its password, save it without one, and add that.',
    },
  ],
  ['WordDocument', { unreadable: 'a document of an old version of Word (.doc)', remedy: SAVE_AS_DOCX }],
  ['Workbook', { unreadable: 'a spreadsheet of an old version of Excel' }],
  ['PowerPoint Document', { unreadable: 'a presentation of an old version of PowerPoint' }],
  ['__substg1.0_', { unreadable: 'a message of Outlook', remedy: 'Paste its text instead.' }],
];

function oldOfficeKind(bytes: Uint8Array): UnreadableKind {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = STREAMS.find(([name]) => all.includes(Buffer.from(name, 'utf16le')));
  return found?.[1] ?? { unreadable: 'a file of an old version of Office' };
}

const MAX_SMALL_PART = 1_000_000;

/** A small file of an archive as text; null if it is missing. */
function partOf(bytes: Uint8Array, name: string): string | null {
  const entry = zipEntries(bytes)?.find((each) => each.name === name);
  if (!entry) return null;
  try {
    return new TextDecoder().decode(unpackEntry(bytes, entry, MAX_SMALL_PART));
  } catch {
    return null;
  }
}

/** Looks up Word's type in the content types of the package, because its parts can have any name. */
function hasWordPart(bytes: Uint8Array): boolean {
  return /wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled/.test(
    partOf(bytes, '[Content_Types].xml') ?? '',
  );
}

function zipKind(bytes: Uint8Array, name: string): DocumentKind | UnreadableKind {
  const names = zipEntries(bytes)?.map((entry) => entry.name) ?? [];
  // A truncated file has no central directory, so its name decides.
  if (names.length === 0 && /\.docx$/i.test(name)) return 'docx';
  if (names.some((name) => name.startsWith('word/')) || hasWordPart(bytes)) return 'docx';
  if (names.some((name) => name.startsWith('xl/'))) return { unreadable: 'a spreadsheet' };
  if (names.some((name) => name.startsWith('ppt/'))) return { unreadable: 'a presentation' };
  const media = partOf(bytes, 'mimetype') ?? '';
  if (names.includes('META-INF/container.xml') || media.includes('epub')) return { unreadable: 'an e-book' };
  if (media.includes('opendocument.text')) return { unreadable: 'an OpenDocument text (.odt)', remedy: SAVE_AS_DOCX };
  if (media.includes('opendocument.spreadsheet')) return { unreadable: 'a spreadsheet' };
  if (media.includes('opendocument.presentation')) return { unreadable: 'a presentation' };
  if (names.some((name) => /(?:^|\/)Index\/Document\.iwa$|^Index\.zip$/.test(name)))
    return {
      unreadable: 'a document of Pages, Numbers or Keynote',
      remedy: 'Export it as PDF or .docx, and add that.',
    };
  return { unreadable: 'an archive' };
}
