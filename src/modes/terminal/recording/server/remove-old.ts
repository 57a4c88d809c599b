import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { succeeds } from '#kernel/succeeds.ts';

interface Limits {
  readonly maxAgeMs: number;
  /** Maximum size of all recordings in the folder together. */
  readonly maxTotalBytes: number;
  /** ms since 1970. */
  readonly now: number;
  /** Names of files in use. They count towards the limit, but are not removed. */
  readonly keep?: ReadonlySet<string>;
}

const RECORDING = /\.cast(\.unreadable)?$/;

/**
 * Removes recordings that were last written too long ago, then the oldest until the rest is small enough. Returns the
 * names of the removed files. Skips files that cannot be read or removed.
 */
export async function removeOld(
  folder: string,
  { maxAgeMs, maxTotalBytes, now, keep = new Set() }: Limits,
): Promise<string[]> {
  const oldestFirst = (await recordingsOf(folder)).toSorted((a, b) => a.writtenAt - b.writtenAt);
  let total = oldestFirst.reduce((sum, { bytes }) => sum + bytes, 0);
  const removed: string[] = [];
  for (const { name, bytes, writtenAt } of oldestFirst) {
    if (keep.has(name) || (now - writtenAt <= maxAgeMs && total <= maxTotalBytes)) continue;
    if (!(await succeeds(rm(path.join(folder, name))))) continue;
    total -= bytes;
    removed.push(name);
  }
  return removed;
}

async function recordingsOf(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && RECORDING.test(entry.name))
      .map(({ name }) =>
        stat(path.join(folder, name)).then(
          ({ size, mtimeMs }) => ({ name, bytes: size, writtenAt: mtimeMs }),
          () => undefined,
        ),
      ),
  );
  return files.filter((file) => file !== undefined);
}
