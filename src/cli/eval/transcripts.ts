import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { addCounts, countLine, NO_COUNTS } from '#modes/terminal/transcripts/domain/count-lines.ts';
import { readLines } from '#modes/terminal/transcripts/server/read-lines.ts';

import { type Measure, openResults, tell } from './rows.ts';

/** Counts what the reader of transcripts finds in a folder of them. */
export const measure: Measure = async ({ data, out }) => {
  const files = await transcriptsIn(data);
  const add = openResults(out, ...files);
  tell(`${files.length} files`);
  let total = NO_COUNTS;
  for (const file of files) {
    let counts = NO_COUNTS;
    for await (const { text } of readLines(file)) counts = addCounts(counts, countLine(text));
    total = addCounts(total, counts);
    add({ file: path.relative(data, file), ...counts });
  }
  return { files: files.length, ...total };
};

async function transcriptsIn(data: string): Promise<readonly string[]> {
  const found = statSync(data, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no folder ${data}.`);
  if (found.isFile()) return [data];
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'));
  return files.map(({ parentPath, name }) => path.join(parentPath, name)).toSorted();
}
