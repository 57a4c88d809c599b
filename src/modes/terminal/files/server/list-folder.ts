import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { ignores, ignoringAt } from '../../chat/server/completion/ignoring.ts';
import type { FileEntry, FolderAnswer } from '../protocol.ts';
import { placeInside } from './place-inside.ts';

const MAX_ENTRIES = 10_000;
const NOT_UTF8 = 'Its name is not UTF-8, so it cannot be opened here.';
const utf8 = new TextDecoder('utf-8', { fatal: true });
const byName = new Intl.Collator('en', { numeric: true });

/**
 * Lists a folder inside a terminal's folder: folders first, then by name. `excludes`: the person's global ignore
 * patterns.
 */
export async function listFolder(root: string, given: string, excludes: string | null): Promise<FolderAnswer> {
  const folder = await placeInside(root, given);
  const ignoring = await ignoringAt(folder, excludes);
  const entries: FileEntry[] = [];
  let isCut = false;
  // Names are read as bytes, because they need not be valid text.
  const opened = await opendir(folder, { encoding: 'buffer' as BufferEncoding }).catch((error: unknown) => {
    throw new AppError('malformed', 'It is no folder that Warren may open.', { field: 'path', cause: error });
  });
  for await (const entry of opened) {
    isCut = entries.length >= MAX_ENTRIES;
    if (isCut) break;
    const bytes = entry.name as unknown as Buffer;
    const name = bytes.toString('utf8');
    const isText = isUtf8(bytes);
    const isLink = entry.isSymbolicLink();
    const target = isLink && isText ? await linked(root, path.join(given, name)) : null;
    const isFolder = target ? target.kind === 'folder' : entry.isDirectory();
    entries.push({
      name,
      kind: isFolder ? 'folder' : (target?.kind ?? (entry.isFile() ? 'file' : 'other')),
      isLink,
      isIgnored: ignores(ignoring, name, entry.isDirectory()),
      trouble: isText ? (target?.trouble ?? null) : NOT_UTF8,
    });
  }
  const rank = ({ kind }: FileEntry) => (kind === 'folder' ? 0 : 1);
  entries.sort((one, other) => rank(one) - rank(other) || byName.compare(one.name, other.name));
  return { entries, isCut };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

async function linked(root: string, given: string): Promise<Pick<FileEntry, 'kind' | 'trouble'>> {
  try {
    const target = await stat(await placeInside(root, given));
    return { kind: target.isDirectory() ? 'folder' : target.isFile() ? 'file' : 'other', trouble: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'other', trouble: error.message };
  }
}
