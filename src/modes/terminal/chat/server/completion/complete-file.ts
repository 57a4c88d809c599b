import path from 'node:path';

import type { Completion } from '../../protocol.ts';
import { filesBelow, keptBriefly } from './files-below.ts';

const MAX_OFFERED = 30;
const MAX_FILES = 20_000;
const MAX_DEPTH = 8;

/** The files of a folder whose path has these characters; those whose name begins with them first. */
export async function completeFile(query: string, folder: string): Promise<Completion[]> {
  const words = query.toLowerCase();
  const files = await filesOf(folder);
  const rank = (file: string) => (path.basename(file).toLowerCase().startsWith(words) ? 0 : 1);
  return files
    .filter((file) => file.toLowerCase().includes(words))
    .toSorted((one, other) => rank(one) - rank(other) || one.length - other.length || one.localeCompare(other))
    .slice(0, MAX_OFFERED)
    .map((file) => ({ value: file, label: file }));
}

const filesOf = keptBriefly((folder) =>
  filesBelow(folder, { maxFiles: MAX_FILES, maxDepth: MAX_DEPTH, leavesOutIgnored: true }),
);
