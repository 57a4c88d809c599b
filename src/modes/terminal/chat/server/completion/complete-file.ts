import path from 'node:path';

import type { Completion } from '../../protocol.ts';
import { filesBelow, keptBriefly } from './files-below.ts';
import { readHead } from './read-head.ts';

const MAX_OFFERED = 30;
const MAX_FILES = 20_000;
const MAX_DEPTH = 8;
const MAX_IGNORE_BYTES = 16_384;
const LEFT_OUT: readonly string[] = ['node_modules', '.git'];

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

const filesOf = keptBriefly(async (folder) => {
  const leftOut = new Set([...LEFT_OUT, ...(await ignoredFolders(folder))]);
  return filesBelow(folder, { maxFiles: MAX_FILES, maxDepth: MAX_DEPTH, leftOut });
});

/** The plain names in its `.gitignore`, such as `dist/`. Patterns are left to git, which is not run here. */
async function ignoredFolders(folder: string): Promise<readonly string[]> {
  const text = await readHead(path.join(folder, '.gitignore'), MAX_IGNORE_BYTES);
  return [...text.matchAll(/^\/?([\w.-]+)\/?\s*$/gmu)].map(([, name = '']) => name);
}
