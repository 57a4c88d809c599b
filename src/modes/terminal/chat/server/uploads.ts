import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

/** In bytes of UTF-8: a file system takes 255. */
const MAX_STEM_BYTES = 160;
const MAX_EXTENSION_BYTES = 24;
/** Of all files of a session. */
const MAX_TOTAL_BYTES = 500 * 1024 * 1024;
/** A name that is taken gets a number. */
const MAX_SAME_NAME = 1_000;

/** The folder of the files that were given in the chat of a session. Claude Code may read the files in it. */
export const uploadFolder = (uploads: string, session: string) => path.join(uploads, session);

/** Claude Code is told of the folder when it starts, and refuses one that is not there. */
export async function makeUploadFolder(uploads: string, session: string): Promise<string> {
  const folder = uploadFolder(uploads, session);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  await utimes(folder, now, now);
  return folder;
}

/**
 * Removes the folders of sessions that are not in use and got no file and no start for so long. What cannot be is left.
 */
export async function removeOldUploads(
  uploads: string,
  { maxAgeMs, now, keep }: { readonly maxAgeMs: number; readonly now: number; readonly keep: ReadonlySet<string> },
): Promise<void> {
  for (const session of await readdir(uploads).catch(() => [])) {
    if (keep.has(session)) continue;
    const used = await stat(uploadFolder(uploads, session)).catch(() => null);
    if (used && now - used.mtimeMs > maxAgeMs) await removeUploads(uploads, session).catch(() => undefined);
  }
}

export function removeUploads(uploads: string, session: string): Promise<void> {
  return rm(uploadFolder(uploads, session), { recursive: true, force: true });
}

interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly maxTotalBytes?: number;
}

/** Keeps a file that was dropped or pasted into the chat, and returns its path. What is there is never overwritten. */
export async function keepUpload(
  folder: string,
  { name, bytes, maxTotalBytes = MAX_TOTAL_BYTES }: Upload,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const safe = safeName(name);
  const { name: stem, ext } = path.parse(safe);
  for (let count = 1; count <= MAX_SAME_NAME; count += 1) {
    const file = path.join(folder, count === 1 ? safe : `${stem}-${count}${ext}`);
    try {
      await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    // Afterwards, so that files that come together count too.
    if ((await bytesIn(folder)) <= maxTotalBytes) return file;
    await rm(file, { force: true });
    throw new AppError('refused', `The files of this session take too much space. Delete some in ${folder}.`, {
      field: 'name',
    });
  }
  throw new AppError('refused', 'There are too many files of this name. Rename it.', { field: 'name' });
}

/** Letters, digits, dots, dashes and underscores: it stands in a prompt, after an `@`. */
function safeName(name: string): string {
  const base = path
    .basename(name.normalize('NFC'))
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/u, '');
  const { name: stem, ext } = path.parse(base);
  return `${firstBytes(stem, MAX_STEM_BYTES) || 'file'}${firstBytes(ext, MAX_EXTENSION_BYTES)}`;
}

/** At most so many bytes of a text, cut between characters. */
const firstBytes = (text: string, max: number) =>
  // A stream keeps the bytes of an unfinished character to itself.
  new TextDecoder().decode(Buffer.from(text).subarray(0, max), { stream: true });

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
