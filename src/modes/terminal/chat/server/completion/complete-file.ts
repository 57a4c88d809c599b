import path from 'node:path';

import type { Completion } from '../../protocol.ts';
import { filesBelow, keptBriefly } from './files-below.ts';
import { ignoringAt } from './ignoring.ts';

const MAX_OFFERED = 30;
const MAX_FILES = 20_000;
const MAX_DEPTH = 8;

/** Patterns of files that the person ignores everywhere; null if there are none. */
type Excludes = () => Promise<string | null>;

/** The files of a folder whose path contains the query; those whose name begins with it come first. */
export async function completeFile(query: string, folder: string, excludes: Excludes): Promise<Completion[]> {
  const words = query.toLowerCase();
  const files = await filesOf(folder, excludes);
  const rank = (file: string) => (path.basename(file).toLowerCase().startsWith(words) ? 0 : 1);
  return files
    .filter((file) => file.toLowerCase().includes(words))
    .toSorted((one, other) => rank(one) - rank(other) || one.length - other.length || one.localeCompare(other))
    .slice(0, MAX_OFFERED)
    .map((file) => ({ value: file, label: file }));
}

const filesOf = keptBriefly(async (folder, excludes: Excludes) => {
  const ignoring = await ignoringAt(folder, await excludes());
  return await filesBelow(folder, { maxFiles: MAX_FILES, maxDepth: MAX_DEPTH, ignoring });
});
