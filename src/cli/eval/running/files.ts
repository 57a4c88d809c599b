import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The text of labelled data. Rejects with a word on what is wrong with the file. */
export async function readDataFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no file ${file}.`);
    throw new Error(`${file} cannot be read: ${error.message}`);
  });
}

/** Told of before the first row is judged, not after it. */
export async function requireFolder(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new Error(`There is no folder ${folder} to write the results to. Make it first.`);
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory()) throw new Error(`${file} is a folder. Name a file to write the results to.`);
}
