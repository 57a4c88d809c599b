import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import path from 'node:path';

import { type Ignoring, ignores, ignoringIn } from './ignoring.ts';

/** Time for which a list is reused, because each typed key asks for it. */
const KEPT_MS = 5_000;

interface Limits {
  readonly maxFiles: number;
  /** Maximum nesting of folders below the given one. */
  readonly maxDepth: number;
  readonly isWanted?: (name: string) => boolean;
  /** Rules of the given folder. If set, ignored files and `node_modules` are left out. */
  readonly ignoring?: Ignoring;
}

/** Maximum entries of all folders together. */
const MAX_ENTRIES = 50_000;
/** Installed packages, left out whether git ignores them or not. */
const PACKAGES = 'node_modules';

interface Inside {
  readonly place: string;
  readonly ignoring: Ignoring | null;
}

/**
 * The regular files below a folder as relative paths, those of nearer folders first. The folder may be hostile: links
 * are not followed, no file is opened, and nothing runs, whereas git would run commands that its configuration names.
 */
export async function filesBelow(
  top: string,
  { maxFiles, maxDepth, isWanted = () => true, ignoring: given }: Limits,
): Promise<readonly string[]> {
  const found: string[] = [];
  let entries = 0;
  let folders: readonly Inside[] = [{ place: '', ignoring: given ?? null }];
  for (let depth = 0; depth <= maxDepth && folders.length > 0; depth += 1) {
    const inside: Inside[] = [];
    for (const { place: folder, ignoring } of folders)
      for await (const entry of entriesOf(path.join(top, folder))) {
        if (found.length >= maxFiles || entries >= MAX_ENTRIES) return found;
        entries += 1;
        const { name } = entry;
        const isFolder = entry.isDirectory();
        if (ignoring && (name === PACKAGES || ignores(ignoring, name, isFolder))) continue;
        const place = path.join(folder, name);
        if (entry.isFile() && isWanted(name)) found.push(place);
        else if (isFolder) inside.push({ place, ignoring: ignoring && (await ignoringIn(ignoring, name)) });
      }
    folders = inside;
  }
  return found;
}

/** No entries if the folder is missing or unreadable. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch {
    // Keep the files that were read before the error.
  }
}

/** Shares one read of a folder among requests at about the same time. */
export function keptBriefly<Result, More extends readonly unknown[]>(
  read: (folder: string, ...more: More) => Promise<Result>,
): typeof read {
  const kept = new Map<string, Promise<Result>>();
  return (folder, ...more) => {
    const known = kept.get(folder);
    if (known) return known;
    const reading = read(folder, ...more).finally(() => setTimeout(() => kept.delete(folder), KEPT_MS).unref());
    kept.set(folder, reading);
    return reading;
  };
}
