/**
 * Keeps back the bytes of a character that is not complete, until the rest of it comes. xterm.js 6.0.0 loses a
 * character that a write ends inside of where the bytes of it that came end with 0x80: dashes, ellipses and quotation
 * marks do. What is taken, decoded piece by piece, is the text that it is in one piece, also of invalid bytes.
 */
export class WholeCharacters {
  /** The bytes that are kept back. */
  held: Uint8Array = new Uint8Array();

  /** The bytes to write now. */
  take(bytes: Uint8Array): Uint8Array {
    const all = joined(this.held, bytes);
    const end = all.length - unfinishedLength(all);
    // A copy: the caller may use its bytes again. `slice` of a Node buffer would not be one.
    this.held = new Uint8Array(all.subarray(end));
    return all.subarray(0, end);
  }
}

export function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** As xterm.js reads them, which takes bytes for leads that begin no character. */
function lengthOf(lead: number): number {
  if (lead >= 0xf8) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

const CONTINUES = 0x80;
const LEADS = 0xc0;

function unfinishedLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= LEADS) return lengthOf(byte) > back ? back : 0;
    if (byte < CONTINUES) return 0;
  }
  return 0;
}
