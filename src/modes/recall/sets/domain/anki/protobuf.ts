/**
 * Value of a protobuf field: a varint of up to 53 bits, or the bytes of a string, a message or a fixed-width number.
 */
export type WireValue = number | Uint8Array;

const VARINT = 0;
const BITS_64 = 1;
const BYTES = 2;
const BITS_32 = 5;
const MAX_FIELDS = 200_000;

/** Yields the fields of a message in order, with field numbers. Throws a RangeError if the message is damaged. */
export function* wireFields(bytes: Uint8Array): Generator<readonly [field: number, value: WireValue]> {
  let at = 0;
  function varint(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at];
      if (byte === undefined) break;
      at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A number does not end.');
  }
  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new RangeError('A field is longer than its message.');
    at += length;
    return bytes.subarray(at - length, at);
  }
  for (let count = 0; at < bytes.length; count += 1) {
    if (count === MAX_FIELDS) throw new RangeError('A message has too many fields.');
    const key = varint();
    const field = Math.floor(key / 8);
    const type = key % 8;
    if (type === VARINT) yield [field, varint()];
    else if (type === BYTES) yield [field, take(varint())];
    else if (type === BITS_64) yield [field, take(8)];
    else if (type === BITS_32) yield [field, take(4)];
    else throw new RangeError('A field is of no known type.');
  }
}

/** A message without repeated fields: if a field occurs several times, the last value wins. */
export class WireMessage {
  readonly #values: ReadonlyMap<number, WireValue>;

  constructor(bytes: Uint8Array) {
    this.#values = new Map(wireFields(bytes));
  }

  /** Null if the field is absent. Protobuf omits a zero unless the schema says `optional`. */
  number(field: number): number | null {
    const value = this.#values.get(field);
    return typeof value === 'number' ? value : null;
  }

  float(field: number): number | null {
    const value = this.bytes(field);
    return value?.length === 4 ? new DataView(value.buffer, value.byteOffset, 4).getFloat32(0, true) : null;
  }

  bytes(field: number): Uint8Array | null {
    const value = this.#values.get(field);
    return value instanceof Uint8Array ? value : null;
  }

  /** Returns an empty message if the field is absent. */
  message(field: number): WireMessage {
    return new WireMessage(this.bytes(field) ?? new Uint8Array());
  }
}
