import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';

import { FileNames } from '../domain/file-names.ts';
import type { ExportedFile } from './manifest.ts';

type Chunk = string | Uint8Array;

const BUFFER_BYTES = 256 * 1024;

/** Writes the files of an export into a folder, one after another, and remembers their sizes and digests. */
export class ExportFiles {
  readonly names = new FileNames();
  readonly written: ExportedFile[] = [];
  readonly #directory: string;
  readonly #home: string;

  constructor(directory: string, home: string) {
    this.#directory = directory;
    this.#home = home;
  }

  /** Writes a file. `file`: its path in the export, with `/`. */
  async write(file: string, chunks: Iterable<Chunk> | AsyncIterable<Chunk>): Promise<void> {
    this.written.push(await this.#write(file, chunks));
  }

  /** Copies a file of the data folder, which an import restores there. `inHome`: its path there, with `/`. */
  async copy(inHome: string, file: string): Promise<void> {
    const source = path.join(this.#home, ...inHome.split('/'));
    const { size, mtimeMs } = await stat(source);
    // A recording can grow meanwhile.
    const chunks = size === 0 ? [] : (createReadStream(source, { end: size - 1 }) as AsyncIterable<Uint8Array>);
    const written = await this.#write(file, chunks);
    this.written.push({ ...written, home: inHome, modifiedAt: Math.floor(mtimeMs) });
  }

  async #write(file: string, chunks: Iterable<Chunk> | AsyncIterable<Chunk>): Promise<ExportedFile> {
    const target = path.join(this.#directory, ...file.split('/'));
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let bytes = 0;
    const handle = await open(target, 'wx', 0o600);
    try {
      for await (const piece of inPieces(chunks)) {
        hash.update(piece);
        bytes += piece.length;
        await handle.writeFile(piece);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { path: file, bytes, sha256: hash.digest('hex') };
  }
}

/** Joins small chunks, so that not every line needs a system call. */
async function* inPieces(chunks: Iterable<Chunk> | AsyncIterable<Chunk>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    held.push(piece);
    bytes += piece.length;
    if (bytes < BUFFER_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
