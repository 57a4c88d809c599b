import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

/** In bytes of UTF-8; file systems allow 255. */
const MAX_STEM_BYTES = 160;
const MAX_EXTENSION_BYTES = 24;
/** Limit for all files of a session together. */
const MAX_TOTAL_BYTES = 500 * 1024 * 1024;
/** Maximum files with the same name, which are numbered. */
const MAX_SAME_NAME = 1_000;

/** The folder of the files that were added in the chat of a session. Claude Code can read the files in it. */
export const uploadFolder = (uploads: string, session: string) => path.join(uploads, session);

/** Creates the folder before Claude Code starts: it gets the path as an argument, and refuses a missing folder. */
export async function makeUploadFolder(uploads: string, session: string): Promise<string> {
  const folder = uploadFolder(uploads, session);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  await utimes(folder, now, now);
  return folder;
}

/**
 * Removes the folders of sessions that are not in use and got no file and no start within `maxAgeMs`. Skips folders
 * that cannot be removed.
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

/** Stores a file that was dropped or pasted into the chat, and returns its path. Never overwrites a file. */
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
    // Checked afterwards, so that files that arrive at once count too.
    if ((await bytesIn(folder)) <= maxTotalBytes) return file;
    await rm(file, { force: true });
    throw new AppError('refused', `The files of this session take too much space. Delete some in ${folder}.`, {
      field: 'name',
    });
  }
  throw new AppError('refused', 'There are too many files of this name. Rename it.', { field: 'name' });
}

/** Only letters, digits, dots, dashes and underscores, because the name follows an `@` in a prompt. */
function safeName(name: string): string {
  const base = path
    .basename(name.normalize('NFC'))
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/u, '');
  const { name: stem, ext } = path.parse(base);
  return `${firstBytes(stem, MAX_STEM_BYTES) || 'file'}${firstBytes(ext, MAX_EXTENSION_BYTES)}`;
}

/** The beginning of a text in at most this many bytes, cut between characters. */
const firstBytes = (text: string, max: number) =>
  // In stream mode, the decoder holds back the bytes of an incomplete character.
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
