import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';

/** A file in a ZIP archive, as listed in its directory. */
export interface ZipEntry {
  readonly name: string;
  /** Offset of its local header, which the packed bytes follow. */
  readonly offset: number;
  readonly packed: number;
  readonly isDeflated: boolean;
}

export const END_OF_ZIP = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;
export const MAX_COMMENT = 65_535;
const MAX_ENTRIES = 10_000;

/**
 * Reads the directory of a ZIP archive without unpacking anything; null if there is none. `bytes` is the whole archive,
 * or its end from `base` on.
 */
export function zipEntries(bytes: Uint8Array, base = 0, most = MAX_ENTRIES): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const from = Math.max(0, bytes.byteLength - MAX_COMMENT - 22);
  for (let end = bytes.byteLength - 22; end >= from; end -= 1) {
    if (view.getUint32(end, true) !== END_OF_ZIP) continue;
    const start = view.getUint32(end + 16, true) - base;
    return start < 0 ? null : readEntries(view, start, Math.min(most, view.getUint16(end + 10, true)));
  }
  return null;
}

function readEntries(view: DataView, start: number, count: number): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = start;
  while (entries.length < count && at + 46 <= view.byteLength && view.getUint32(at, true) === ENTRY) {
    const length = view.getUint16(at + 28, true);
    if (at + 46 + length > view.byteLength) break;
    const name = Buffer.from(view.buffer, view.byteOffset + at + 46, length).toString('utf8');
    const isDeflated = view.getUint16(at + 10, true) === DEFLATED;
    entries.push({ name, offset: view.getUint32(at + 42, true), packed: view.getUint32(at + 20, true), isDeflated });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The bytes of a file of an archive. Throws if it is damaged, or unpacks to more than `limit` bytes. */
export function unpackEntry(bytes: Uint8Array, entry: ZipEntry, limit = 20_000_000): Uint8Array {
  const packed = bytes.subarray(startOf(bytes, entry));
  return entry.isDeflated
    ? inflateRawSync(packed, { maxOutputLength: limit })
    : packed.subarray(0, Math.min(limit, entry.packed));
}

function startOf(bytes: Uint8Array, { offset }: ZipEntry): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
}

/**
 * Reports whether the archive unpacks to more than `limit` bytes. It counts while inflating each file, because the
 * sizes in the directory can be wrong. A damaged file counts as far as it can be read.
 */
export async function unpacksBeyond(bytes: Uint8Array, limit: number): Promise<boolean> {
  let left = limit;
  for (const entry of zipEntries(bytes) ?? []) {
    const { offset, packed, isDeflated } = entry;
    if (offset + 30 > bytes.byteLength) continue;
    const start = startOf(bytes, entry);
    // The packed size in the directory can be 0 or too small, so only the stream itself decides where it ends.
    left -= isDeflated ? await inflatedLength(bytes.subarray(start), left) : packed;
    if (left < 0) return true;
  }
  return false;
}

/** Stops counting just above `limit`. */
async function inflatedLength(packed: Uint8Array, limit: number): Promise<number> {
  let length = 0;
  try {
    for await (const piece of Readable.from([packed]).pipe(createInflateRaw()) as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > limit) break;
    }
  } catch {
    // The reader of the file will report the damage.
  }
  return length;
}
