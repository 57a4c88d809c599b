import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { hunksBetween } from '../domain/hunks.ts';
import type { Difference, Entry } from '../domain/read-differences.ts';
import { readEntry } from './entries.ts';
import type { FileStore } from './file-store.ts';
import { MAX_FILE_BYTES } from './git/trees.ts';

const LARGE = 'large';
/** Maximum number of copies of one session. */
const MAX_COPIES = 2_000;
/** A file with a NUL within this many bytes is binary, as in git. */
const BINARY_WITHIN = 8_000;

export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, BINARY_WITHIN).includes(0);

/** Compares the files that tools named with the copies made before. Does not need git. */
export class CopyStore implements FileStore {
  readonly source = 'copies';
  readonly root: string;
  readonly #folder: string;
  readonly #copies: Readonly<Record<string, string | null>>;
  /** Current contents of the files, by id. */
  readonly #now = new Map<string, Buffer>();

  /** `copies`: the earlier entries of the files, as returned by `copyOf`. */
  constructor(root: string, folder: string, copies: Readonly<Record<string, string | null>>) {
    this.root = root;
    this.#folder = folder;
    this.#copies = copies;
  }

  async differences() {
    const files: Difference[] = [];
    for (const [name, key] of Object.entries(this.#copies).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const old = key === null ? null : entryOf(key);
      const read = await readEntry(this.root, name, MAX_FILE_BYTES);
      const now = read && { mode: read.mode, id: read.bytes ? idOf(read.bytes) : `${LARGE} ${read.stamp}` };
      if (old?.id === now?.id && old?.mode === now?.mode) continue;
      if (now && read?.bytes) this.#now.set(now.id, read.bytes);
      const before = old ? await this.contentOf(old) : Buffer.alloc(0);
      const after = read ? read.bytes : Buffer.alloc(0);
      const isLarge = before === null || after === null;
      const counts = isLarge || isBinary(before) || isBinary(after) ? null : countsOf(before, after);
      files.push({
        path: name,
        oldPath: null,
        old,
        new: now,
        added: counts?.added ?? null,
        removed: counts?.removed ?? null,
        ...(isLarge && { isLarge }),
      });
    }
    return { files, isCut: Object.keys(this.#copies).length >= MAX_COPIES };
  }

  async contentOf({ id }: Entry): Promise<Buffer | null> {
    if (id.startsWith(LARGE)) return null;
    return this.#now.get(id) ?? (await readFile(path.join(this.#folder, id)).catch(() => null));
  }

  isOf({ id }: Entry, bytes: Uint8Array): boolean {
    return id === idOf(bytes);
  }

  keep(bytes: Uint8Array): Promise<string> {
    return keepCopy(this.#folder, bytes);
  }
}

/** Copies a file below a root before it is changed. Returns the key of the copy, or null if there is no file. */
export async function copyOf(root: string, name: string, folder: string): Promise<string | null> {
  const read = await readEntry(root, name, MAX_FILE_BYTES);
  if (!read) return null;
  const id = read.bytes ? await keepCopy(folder, read.bytes) : `${LARGE} ${read.stamp}`;
  return `${read.mode} ${id}`;
}

export function entryOf(key: string): Entry {
  const mode = key.slice(0, key.indexOf(' '));
  return { mode, id: key.slice(mode.length + 1) };
}

async function keepCopy(folder: string, bytes: Uint8Array): Promise<string> {
  const id = idOf(bytes);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, id), bytes, { mode: 0o600 });
  return id;
}

const idOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function countsOf(before: Buffer, after: Buffer): { readonly added: number; readonly removed: number } {
  const lines = hunksBetween(before.toString('latin1'), after.toString('latin1')).flatMap((hunk) => hunk.lines);
  const count = (wanted: string) => lines.filter(({ kind }) => kind === wanted).length;
  return { added: count('added'), removed: count('removed') };
}
