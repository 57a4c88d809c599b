import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import type { FoldersAnswer } from '../../protocol.ts';

const MAX_LISTED = 2_000;

/**
 * Resolves a folder that the person entered to an absolute path. Throws an AppError that says what is wrong with it.
 */
export async function requireFolder(given: string, home: string): Promise<string> {
  const folder = resolveFolder(given, home);
  const found = await stat(folder).catch((error: unknown) => {
    throw unusable(folder, error);
  });
  if (!found.isDirectory()) throw malformed(`${folder} is not a folder. Choose a folder.`);
  await access(folder, constants.X_OK).catch((error: unknown) => {
    throw unusable(folder, error);
  });
  return folder;
}

/** The subfolders of a folder, by name; hidden ones last. */
export async function listFolders(given: string, home: string): Promise<FoldersAnswer> {
  const folder = resolveFolder(given, home);
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw unusable(folder, error);
  });
  const folders: string[] = [];
  for (const entry of entries) {
    if (folders.length >= MAX_LISTED) break;
    const target = entry.isSymbolicLink() ? await stat(path.join(folder, entry.name)).catch(() => null) : entry;
    if (target?.isDirectory() === true) folders.push(entry.name);
  }
  const rank = (name: string) => (name.startsWith('.') ? 1 : 0);
  folders.sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
  return { path: folder, parent: folder === '/' ? null : path.dirname(folder), folders };
}

function resolveFolder(given: string, home: string): string {
  const named = given === '~' || given.startsWith('~/') ? path.join(home, given.slice(1)) : given;
  if (!path.isAbsolute(named)) throw malformed('Name a folder by its whole path, beginning with / or ~.');
  return path.normalize(named).replace(/(?<=.)\/$/u, '');
}

function unusable(folder: string, error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return malformed(`There is no folder ${folder}.`, error);
  if (code === 'EACCES' || code === 'EPERM')
    return malformed(`Warren may not open ${folder}. Choose another folder, or change its permissions.`, error);
  return malformed(`${folder} cannot be opened${typeof code === 'string' ? ` (${code})` : ''}.`, error);
}

const malformed = (message: string, cause?: unknown) => new AppError('malformed', message, { field: 'folder', cause });
