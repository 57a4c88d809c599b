import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Reads labelled data. Rejects with what is wrong with the file. */
export async function readDataFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no file ${file}.`);
    throw new Error(`${file} cannot be read: ${error.message}`);
  });
}

/**
 * Checks that results can be written to `out` before the first row is judged. Refuses the labelled data under any
 * path or link.
 */
export async function requireResultsPath(out: string, data: string): Promise<void> {
  const folder = path.dirname(path.resolve(out));
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new Error(`There is no folder ${folder} to write the results to. Make it first.`);
  const there = await stat(out, { bigint: true }).catch(() => null);
  if (there?.isDirectory()) throw new Error(`${out} is a folder. Name a file to write the results to.`);
  const labelled = await stat(data, { bigint: true }).catch(() => null);
  if (there && labelled && there.dev === labelled.dev && there.ino === labelled.ino)
    throw new Error(`${out} holds the labelled data. Name another file to write the results to.`);
}
