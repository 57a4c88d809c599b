const CONTINUES = 0x80;
const LEADS = 0xc0;
/** Smallest code point by number of bytes. A smaller one has a shorter form, and this form is invalid. */
const LEAST = [0, 0, 0x80, 0x800, 0x1_0000];
const BYTE_ORDER_MARK = 0xfeff;

export function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The number of bytes of a character, as xterm.js reads it. It also accepts lead bytes that are invalid in UTF-8. */
function lengthOf(lead: number): number {
  if (lead >= 0xf8) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** The number of bytes at the end that begin an incomplete character. */
export function unfinishedLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= LEADS) return lengthOf(byte) > back ? back : 0;
    if (byte < CONTINUES) return 0;
  }
  return 0;
}

/** The character at a place and its length in bytes; -1 for bytes that the decoder of xterm.js 6.0.0 skips. */
export function characterAt(
  bytes: Uint8Array,
  at: number,
  end: number,
): { readonly code: number; readonly length: number } {
  const lead = bytes[at] ?? 0;
  if (lead < CONTINUES) return { code: lead, length: 1 };
  const wanted = lead < LEADS ? 1 : lengthOf(lead);
  if (wanted === 1) return { code: -1, length: 1 };
  let code = lead & (0x7f >> wanted);
  for (let length = 1; length < wanted; length += 1) {
    const byte = bytes[at + length] ?? 0;
    if (at + length >= end || (byte & LEADS) !== CONTINUES) return { code: -1, length };
    code = (code << 6) | (byte & 0x3f);
  }
  const isCharacter =
    code >= (LEAST[wanted] ?? 0) && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) && code !== BYTE_ORDER_MARK;
  return { code: isCharacter ? code : -1, length: wanted };
}
