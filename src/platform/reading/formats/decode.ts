import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';
import { countOf, type LeftOut } from '#library/storage/domain/left-out.ts';

import { guessEncoding } from './guess-encoding.ts';

/** A document whose bytes are not text. */
export class NotText extends Error {}

const MAX_CONTROL_SHARE = 0.1;
const SAMPLE = 100_000;

export interface Decoded {
  readonly text: string;
  /** A warning for the person: a sentence, or nothing. */
  readonly leftOut: LeftOut;
}

/** With a larger share of non-ASCII characters, a text in an unknown encoding would be unreadable. */
const MAX_UNKNOWN_SHARE = 0.05;
const UNKNOWN = 'The encoding of this file was not recognised: some letters may be wrong.';

/**
 * Decodes text: by its byte order mark, as UTF-8, by the declaration, or by the encoding that its letters suggest.
 * Throws NotText if the result is mostly control characters, and UnreadableDocument if no encoding makes sense.
 */
export function decode(bytes: Uint8Array, declared: string | null): Decoded {
  const encoding = encodingOf(bytes, declared);
  const text = new TextDecoder(encoding ?? 'windows-1252').decode(bytes);
  const sample = text.slice(0, SAMPLE);
  // oxlint-disable-next-line no-control-regex -- control characters are what is counted
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  if (controls > sample.length * MAX_CONTROL_SHARE) throw new NotText('The bytes are no text.');
  if (encoding !== null) {
    const broken = isUtf8(bytes) ? 0 : (text.match(/\ufffd/g)?.length ?? 0);
    return { text, leftOut: countOf(broken, 'unreadable character') };
  }
  // oxlint-disable-next-line no-control-regex -- ASCII is what is left out
  const beyondAscii = sample.match(/[^\u0000-\u007f]/g)?.length ?? 0;
  if (beyondAscii > sample.length * MAX_UNKNOWN_SHARE)
    throw new UnreadableDocument('The encoding of this text was not recognised.', {
      remedy: 'Open it in an editor, save it as UTF-8, and add that.',
    });
  return { text, leftOut: [UNKNOWN] };
}

/** Null if unknown. */
function encodingOf(bytes: Uint8Array, declared: string | null): string | null {
  const mark = markOf(bytes) ?? withoutMark(bytes);
  if (mark) return mark;
  const known = declared === null ? null : labelOf(declared);
  if (isUtf8(bytes))
    return known !== null && isOfManyBytes(known) && isShort(bytes) ? known : (escapedJapanese(bytes) ?? 'utf-8');
  // Servers declare Latin 1 for texts whose encoding they do not know.
  if (known !== null && known !== 'utf-8' && known !== 'windows-1252') return known;
  if (mostlyUtf8(bytes)) return 'utf-8';
  return guessEncoding(bytes) ?? known;
}

function labelOf(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    // The name is not a known encoding.
    return null;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const isOfManyBytes = (encoding: string) => /^(?:gb|big5|shift_jis|euc-|iso-2022)/.test(encoding);

/** A few characters of another encoding can be valid UTF-8 by chance. */
function isShort(bytes: Uint8Array): boolean {
  let count = 0;
  for (const byte of bytes) if (byte > 127 && (count += 1) > 24) return false;
  return true;
}

/** ISO-2022-JP, the Japanese of old mails: ASCII with escape sequences. */
function escapedJapanese(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(SAMPLE, bytes.byteLength)).toString('latin1');
  return head.includes('\u001b$B') || head.includes('\u001b$@') ? 'iso-2022-jp' : null;
}

/** Detects UTF-16 without a byte order mark, for text that is mostly ASCII. */
function withoutMark(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 2_000);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length * 0.3 && even === 0) return 'utf-16le';
  return even > head.length * 0.3 && odd === 0 ? 'utf-16be' : null;
}

/** UTF-8 with a few broken places keeps its other characters. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  // oxlint-disable-next-line no-control-regex -- ASCII is what is left out
  const beyondAscii = text.match(/[^\u0000-\u007f\ufffd]/g)?.length ?? 0;
  return broken * 2 <= beyondAscii && beyondAscii > 0;
}

function markOf([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** The charset of a media type such as `text/html; charset=utf-8`. */
export function charsetOf(mediaType: string): string | null {
  return /charset\s*=\s*"?([\w-]+)/i.exec(mediaType)?.[1] ?? null;
}

/** The charset that a page declares, even far after its beginning. */
function charsetInPage(bytes: Uint8Array): string | null {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return /<meta\s[^<>]*?charset\s*=\s*["']?([\w-]+)/i.exec(latin)?.[1] ?? null;
}

/**
 * The charset of a page: the server's declaration, unless that looks like a general default, or else the page's own.
 */
export function charsetOfPage(bytes: Uint8Array, mediaType: string): string | null {
  const declared = charsetOf(mediaType);
  const own = charsetInPage(bytes);
  return declared === null || /^(?:iso-?8859-1|latin-?1|us-ascii|windows-1252)$/i.test(declared)
    ? (own ?? declared)
    : declared;
}
