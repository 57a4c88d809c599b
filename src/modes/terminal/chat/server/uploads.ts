import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

const MAX_NAME = 80;
/** A name that is taken gets a number. */
const MAX_SAME_NAME = 1_000;

/** Where the files of a session lie that were given in its chat. Claude Code may read what lies there. */
export const uploadFolder = (uploads: string, session: string) => path.join(uploads, session);

/** Claude Code is told of the folder when it starts, and refuses one that is not there. */
export async function makeUploadFolder(uploads: string, session: string): Promise<string> {
  const folder = uploadFolder(uploads, session);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Keeps a file that was dropped or pasted into the chat, and returns its path. What is there is never overwritten. */
export async function keepUpload(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const safe = safeName(name);
  const { name: stem, ext } = path.parse(safe);
  for (let count = 1; count <= MAX_SAME_NAME; count += 1) {
    const file = path.join(folder, count === 1 ? safe : `${stem}-${count}${ext}`);
    try {
      await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
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
  return `${stem.slice(0, MAX_NAME) || 'file'}${ext.slice(0, 12)}`;
}
