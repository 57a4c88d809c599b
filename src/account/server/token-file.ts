import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { newSecret } from './secret.ts';

export function tokenFile(home: string): string {
  return path.join(home, 'token');
}

/** The token in the data folder; created if there is none. */
export async function storedToken(home: string): Promise<string> {
  const stored = await readToken(home);
  if (stored !== undefined) return stored;
  const token = newSecret();
  await writeToken(home, token);
  return token;
}

export async function readToken(home: string): Promise<string | undefined> {
  const file = tokenFile(home);
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw failure(error, `${file} cannot be read`);
  });
  return stored.trim() || undefined;
}

export async function writeToken(home: string, token: string): Promise<void> {
  const file = tokenFile(home);
  const draft = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeFile(draft, `${token}\n`, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw failure(error as NodeJS.ErrnoException, `${file} cannot be written`);
  }
}

function failure(error: NodeJS.ErrnoException, what: string): AppError {
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
    ? new AppError('disk-full', `${what}: the disk is full. Make room on it, then try again.`, { cause: error })
    : new AppError(
        'store-failed',
        `${what} (${error.code ?? error.message}). Make the folder your own and writable, or choose another one with WARREN_HOME.`,
        { cause: error },
      );
}
