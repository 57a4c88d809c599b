import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, readSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, createZstdDecompress, inflateRawSync, zstdDecompressSync } from 'node:zlib';

import { END_OF_ZIP, MAX_COMMENT, type ZipEntry, zipEntries } from '../zip-entries.ts';
import { ONE_DECK, unreadable } from './unreadable-package.ts';

const MAX_FILES = 65_000;
const MAX_DIRECTORY_BYTES = 32_000_000;
const LOCAL_HEADER = 30;
const END_BYTES = 22;

/** A ZIP archive on disk, of which only the directory is in memory. */
export class PackageFile {
  readonly #path: string;
  readonly #file: number;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'r');
    try {
      this.#entries = new Map(this.#directory().map((entry) => [entry.name, entry]));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Reads a small file; null if it is missing. Throws if it is damaged or unpacks to more than `limit` bytes. */
  read(name: string, { limit, isZstd }: { readonly limit: number; readonly isZstd: boolean }): Uint8Array | null {
    const entry = this.#entries.get(name);
    if (!entry) return null;
    if (entry.packed > limit) throw new RangeError('The file is too large.');
    const packed = this.#read(this.#startOf(entry), entry.packed);
    const plain = entry.isDeflated ? inflateRawSync(packed, { maxOutputLength: limit }) : packed;
    return isZstd ? zstdDecompressSync(plain, { maxOutputLength: limit }) : plain;
  }

  /** Unpacks a file to disk. Rejects if it is damaged or unpacks to more than `limit` bytes. */
  async unpack(name: string, to: string, { limit, isZstd }: { limit: number; isZstd: boolean }): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) throw new RangeError('There is no such file.');
    const start = this.#startOf(entry);
    let left = limit;
    const bounded = new Transform({
      transform(piece: Buffer, _, done) {
        left -= piece.length;
        done(left < 0 ? unreadable(TOO_LARGE, ONE_DECK) : null, piece);
      },
    });
    // An uncompressed empty file would otherwise end before it begins.
    const packed = createReadStream(this.#path, { start, end: Math.max(start, start + entry.packed - 1) });
    await pipeline([
      packed,
      ...(entry.isDeflated ? [createInflateRaw()] : []),
      ...(isZstd ? [createZstdDecompress()] : []),
      bounded,
      createWriteStream(to),
    ]);
  }

  #startOf({ offset }: ZipEntry): number {
    const header = this.#read(offset, LOCAL_HEADER);
    return offset + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
  }

  #directory(): readonly ZipEntry[] {
    const { size } = fstatSync(this.#file);
    const tailAt = Math.max(0, size - MAX_COMMENT - END_BYTES);
    const tail = this.#read(tailAt, size - tailAt);
    for (let end = tail.length - END_BYTES; end >= 0; end -= 1) {
      if (tail.readUInt32LE(end) !== END_OF_ZIP) continue;
      if (tail.readUInt16LE(end + 10) > MAX_FILES)
        throw unreadable(`It has more than ${MAX_FILES.toLocaleString('en')} files.`, 'Export it without media.');
      const start = tail.readUInt32LE(end + 16);
      if (start > tailAt + end || size - start > MAX_DIRECTORY_BYTES) break;
      const entries = zipEntries(this.#read(start, size - start), start, MAX_FILES);
      if (entries && entries.length > 0) return entries;
      break;
    }
    throw unreadable('The package is damaged, or is not whole.');
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    const count = readSync(this.#file, bytes, 0, length, at);
    if (count < length) throw new RangeError('The archive ends too early.');
    return bytes;
  }
}

export const TOO_LARGE = 'Its collection is larger than 500 MB.';
