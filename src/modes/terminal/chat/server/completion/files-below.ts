import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import path from 'node:path';

/** A list is used again for so long: each key that is typed asks for it. */
const KEPT_MS = 5_000;

interface Limits {
  readonly maxFiles: number;
  /** Folders inside one another, the given one not counted. */
  readonly maxDepth: number;
  readonly isWanted?: (name: string) => boolean;
  /** Names of folders that are not entered. */
  readonly leftOut?: ReadonlySet<string>;
}

/** Entries of all folders together. */
const MAX_ENTRIES = 50_000;

/**
 * The regular files below a folder as relative paths, those of nearer folders first. Nobody may have looked at the
 * folder yet: links are not followed, nothing is opened, and nothing of it is run, as git would run what its
 * configuration names.
 */
export async function filesBelow(
  top: string,
  { maxFiles, maxDepth, isWanted = () => true, leftOut = new Set() }: Limits,
): Promise<readonly string[]> {
  const found: string[] = [];
  let entries = 0;
  let folders: readonly string[] = [''];
  for (let depth = 0; depth <= maxDepth && folders.length > 0; depth += 1) {
    const inside: string[] = [];
    for (const folder of folders)
      for await (const entry of entriesOf(path.join(top, folder))) {
        if (found.length >= maxFiles || entries >= MAX_ENTRIES) return found;
        entries += 1;
        const place = path.join(folder, entry.name);
        if (entry.isFile() && isWanted(entry.name)) found.push(place);
        else if (entry.isDirectory() && !leftOut.has(entry.name)) inside.push(place);
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
export function keptBriefly<Result>(read: (folder: string) => Promise<Result>): (folder: string) => Promise<Result> {
  const kept = new Map<string, Promise<Result>>();
  return (folder) => {
    const known = kept.get(folder);
    if (known) return known;
    const reading = read(folder).finally(() => setTimeout(() => kept.delete(folder), KEPT_MS).unref());
    kept.set(folder, reading);
    return reading;
  };
}
