/** A document whose bytes are no text. */
export class NotText extends Error {}

const MAX_CONTROL_SHARE = 0.1;
const SAMPLE = 100_000;

/**
 * The text of bytes: by their mark, by what is declared, as UTF-8, and otherwise as Windows-1252, which any bytes are.
 * Throws NotText if that gives mostly control characters.
 */
export function decode(bytes: Uint8Array, declared: string | null): string {
  const text = decoded(bytes, declared);
  const sample = text.slice(0, SAMPLE);
  // oxlint-disable-next-line no-control-regex -- control characters are what is counted
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  if (controls > sample.length * MAX_CONTROL_SHARE) throw new NotText('The bytes are no text.');
  return text;
}

function decoded(bytes: Uint8Array, declared: string | null): string {
  const mark = markOf(bytes);
  if (mark) return new TextDecoder(mark).decode(bytes);
  if (declared !== null && !/^utf-?8$/i.test(declared)) {
    try {
      return new TextDecoder(declared).decode(bytes);
    } catch {
      // An unknown name says nothing.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return mostlyUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
  }
}

/** UTF-8 with a few broken places keeps the rest of its characters. */
function mostlyUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  // oxlint-disable-next-line no-control-regex -- ASCII is what is left out
  const beyondAscii = text.match(/[^\u0000-\u007f\ufffd]/g)?.length ?? 0;
  return broken * 2 <= beyondAscii && beyondAscii > 0 ? text : null;
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

/** The charset that a page declares in itself, also far behind its beginning. */
export function charsetInPage(bytes: Uint8Array): string | null {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return /<meta\s[^<>]*?charset\s*=\s*["']?([\w-]+)/i.exec(latin)?.[1] ?? null;
}
