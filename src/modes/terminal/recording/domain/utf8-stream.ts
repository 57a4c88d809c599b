/** Number of bytes of the sequence that a lead byte begins; 1 for a byte that begins none. */
function lengthOf(lead: number): number {
  if (lead >= 0xf0) return lead <= 0xf4 ? 4 : 1;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc2 ? 2 : 1;
}

/**
 * Number of bytes at the end that may be the beginning of a longer sequence, 0 to 3. Cutting there never changes the
 * text: the first byte of the rest begins a sequence, whatever comes before it.
 */
export function unfinishedLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/**
 * Decodes UTF-8 that arrives in pieces, cut anywhere. Invalid bytes become U+FFFD as in one piece, and a byte order
 * mark is kept. `decode` decodes complete bytes in that way; the platform's own is much faster than one in JavaScript.
 */
export class Utf8Stream {
  readonly #decode: (bytes: Uint8Array) => string;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(decode: (bytes: Uint8Array) => string) {
    this.#decode = decode;
  }

  push(bytes: Uint8Array): string {
    const all = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    const end = all.length - unfinishedLength(all);
    // A copy, because the caller may use its buffer again. `slice` of a Node buffer would not be one.
    this.#rest = new Uint8Array(all.subarray(end));
    return end === 0 ? '' : this.#decode(all.subarray(0, end));
  }

  /** The text of a sequence that never ended. The stream is empty afterwards. */
  end(): string {
    const rest = this.#rest;
    this.#rest = new Uint8Array(0);
    return rest.length === 0 ? '' : this.#decode(rest);
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
