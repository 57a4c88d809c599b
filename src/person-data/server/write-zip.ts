import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

import { AppError } from '#wire/error-kind.ts';

/** What the fields of a zip can say without its extension to 64 bits. */
const MAX_BYTES = 0xff_ff_ff_ff;
const MAX_FILES = 0xff_ff;

const VERSION = 20;
const NAMES_ARE_UTF8 = 0x08_00;
const DEFLATED = 8;
const LOCAL_BYTES = 30;

interface Zipping {
  /** Does not exist yet. */
  readonly target: string;
  readonly directory: string;
  /** Their paths in the directory, with `/`. */
  readonly files: readonly string[];
  /** The time of every file, in ms. */
  readonly at: number;
}

/** Writes files of a folder into a zip, in pieces. */
export async function writeZip({ target, directory, files, at }: Zipping): Promise<void> {
  const handle = await open(target, 'wx', 0o600);
  const listed: Buffer[] = [];
  let end = 0;
  try {
    if (files.length > MAX_FILES) throw tooLarge();
    for (const file of files) {
      const [name, start] = [Buffer.from(file), end];
      let [crc, bytes] = [0, 0];
      end += LOCAL_BYTES + name.length;
      const dataStart = end;
      await pipeline(
        createReadStream(path.join(directory, ...file.split('/'))),
        async function* counted(pieces: AsyncIterable<Buffer>) {
          for await (const piece of pieces) {
            crc = crc32(piece, crc);
            bytes += piece.length;
            yield piece;
          }
        },
        createDeflateRaw(),
        async (pieces: AsyncIterable<Buffer>) => {
          for await (const piece of pieces) {
            await handle.write(piece, 0, piece.length, end);
            end += piece.length;
          }
        },
      );
      if (Math.max(end, bytes) > MAX_BYTES) throw tooLarge();
      const fields = fieldsOf({ name, at, crc, bytes, packed: end - dataStart });
      await handle.write(Buffer.concat([signature('PK\u0003\u0004'), fields, name]), 0, null, start);
      // No comment, disk number or attributes.
      const place = Buffer.alloc(14);
      place.writeUInt32LE(start, 10);
      listed.push(signature('PK\u0001\u0002'), u16(VERSION), fields, place, name);
    }
    const list = Buffer.concat(listed);
    if (end + list.length > MAX_BYTES) throw tooLarge();
    const count = u16(files.length);
    const place = Buffer.alloc(10);
    place.writeUInt32LE(list.length, 0);
    place.writeUInt32LE(end, 4);
    await handle.write(
      Buffer.concat([list, signature('PK\u0005\u0006'), u16(0), u16(0), count, count, place]),
      0,
      null,
      end,
    );
  } finally {
    await handle.close();
  }
}

interface Entry {
  readonly name: Buffer;
  readonly at: number;
  readonly crc: number;
  readonly bytes: number;
  readonly packed: number;
}

/** The fields that a local header and its entry in the central directory share. */
function fieldsOf({ name, at, crc, bytes, packed }: Entry): Buffer {
  const fields = Buffer.alloc(26);
  const time = new Date(at);
  [VERSION, NAMES_ARE_UTF8, DEFLATED].forEach((value, index) => fields.writeUInt16LE(value, index * 2));
  fields.writeUInt16LE((time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1), 6);
  fields.writeUInt16LE(((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(), 8);
  [crc, packed, bytes].forEach((value, index) => fields.writeUInt32LE(value, 10 + index * 4));
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function signature(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function tooLarge(): AppError {
  return new AppError('too-large', 'Your data are too large for one download. On the server, use warren export.');
}
