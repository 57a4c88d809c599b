import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { Zip, ZipDeflate } from 'fflate';

import { AppError } from '#wire/error-kind.ts';

/** Maximum size in the fields of a zip without its 64-bit extension. */
const MAX_BYTES = 0xff_ff_ff_ff;
const MAX_FILES = 0xff_ff;

interface Zipping {
  /** The file to create; it must not exist yet. */
  readonly target: string;
  readonly directory: string;
  /** Their paths in the directory, with `/`. */
  readonly files: readonly string[];
  /** The modification time of every file, in ms. */
  readonly at: number;
}

/** Writes files of a folder into a zip, piece by piece. Compression is synchronous, which blocks the process. */
export async function writeZip({ target, directory, files, at }: Zipping): Promise<void> {
  if (files.length > MAX_FILES) throw tooLarge();
  const handle = openSync(target, 'wx', 0o600);
  try {
    let written = 0;
    const zip = new Zip((error, piece) => {
      if (error) throw error;
      if ((written += piece.length) > MAX_BYTES) throw tooLarge();
      writeFileSync(handle, piece);
    });
    for (const file of files) {
      const entry = new ZipDeflate(file);
      entry.mtime = at;
      zip.add(entry);
      let bytes = 0;
      for await (const piece of createReadStream(path.join(directory, ...file.split('/')))) {
        if ((bytes += (piece as Buffer).length) > MAX_BYTES) throw tooLarge();
        entry.push(piece as Buffer);
      }
      entry.push(new Uint8Array(), true);
    }
    zip.end();
  } finally {
    closeSync(handle);
  }
}

function tooLarge(): AppError {
  return new AppError('too-large', 'Your data are too large for one download. On the server, use warren export.');
}
