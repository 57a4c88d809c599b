import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

const KEY_BYTES = 32;

/** The secret that encrypts providers' keys. */
export interface KeySecret {
  /** Its location for messages: a file, or the name of a setting. */
  readonly place: string;
  /** Null if none exists yet. Throws an AppError if it cannot be read. */
  readonly read: () => Promise<Buffer | null>;
  /** Reads the secret, or creates it. */
  readonly ensure: () => Promise<Buffer>;
}

export interface KeyPlace {
  /** The data folder. */
  readonly home: string;
  /** WARREN_KEYS_KEY. */
  readonly keysKey: string | undefined;
}

/** The secret from the settings, or else from the file in the data folder, which is created with the first key. */
export function keySecretOf({ home, keysKey }: KeyPlace): KeySecret {
  const file = keyFile(home);
  if (keysKey === undefined) return { place: file, read: () => readKeyFile(file), ensure: () => ensureKeyFile(file) };
  const secret = Buffer.from(keysKey, 'base64');
  return { place: 'WARREN_KEYS_KEY', read: () => Promise.resolve(secret), ensure: () => Promise.resolve(secret) };
}

/** Whether a text is a secret in the format of the file. */
export function isKeySecret(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}

function keyFile(home: string): string {
  return path.join(home, 'provider-keys.key');
}

async function readKeyFile(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw failure(error, `${file} cannot be read`);
  });
  if (text === null) return null;
  const secret = Buffer.from(text.trim(), 'base64');
  if (secret.length === KEY_BYTES) return secret;
  throw new AppError(
    'store-failed',
    `${file} does not contain a valid secret. Restore the right file, or remove it and enter the providers’ keys again.`,
  );
}

/** Reads the key file, or creates it. Only its owner can read the file, and it is never replaced. */
async function ensureKeyFile(file: string): Promise<Buffer> {
  const there = await readKeyFile(file);
  if (there) return there;
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The link is atomic and the first one wins, so that concurrent callers get the same secret.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw failure(error as NodeJS.ErrnoException, `${file} cannot be written`);
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKeyFile(file);
  if (!made) throw new AppError('store-failed', `${file} was removed while it was created. Try again.`);
  return made;
}

function failure(error: NodeJS.ErrnoException, what: string): AppError {
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
    ? new AppError('disk-full', `${what}: the disk is full. Make room on it, then try again.`, { cause: error })
    : new AppError(
        'store-failed',
        `${what} (${error.code ?? error.message}). Make it readable and writable for the user that runs Warren.`,
        {
          cause: error,
        },
      );
}
