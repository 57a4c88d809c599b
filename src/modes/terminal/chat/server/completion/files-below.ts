import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import path from 'node:path';

import { type Ignoring, ignores, ignoringIn } from './ignoring.ts';

/** A list is used again for so long: each key that is typed asks for it. */
const KEPT_MS = 5_000;

interface Limits {
  readonly maxFiles: number;
  /** Folders inside one another, the given one not counted. */
  readonly maxDepth: number;
  readonly isWanted?: (name: string) => boolean;
  /** Of the given folder. What git ignores is left out then, and `node_modules`. */
  readonly ignoring?: Ignoring;
}

/** Entries of all folders together. */
const MAX_ENTRIES = 50_000;
/** Installed, whether git ignores it or not. */
const PACKAGES = 'node_modules';

interface Inside {
  readonly place: string;
  readonly ignoring: Ignoring | null;
}

/**
 * The regular files below a folder as relative paths, those of nearer folders first. Nobody may have looked at the
 * folder yet: links are not followed, nothing is opened, and nothing of it is run, as git would run what its
 * configuration names.
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

/** None where there is no such folder, or it may not be read. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch {
    // The files that could be read so far count.
  }
}

/** Reads a folder once for all who ask at about the same time. */
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
