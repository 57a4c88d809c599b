import { createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';

import {
  addCounts,
  countLine,
  NO_COUNTS,
  type TranscriptCounts,
} from '#modes/terminal/transcripts/domain/count-lines.ts';
import { readLines } from '#modes/terminal/transcripts/server/read-lines.ts';

import { type CommandCall, UsageError } from '../../command.ts';
import { count, tell } from '../running/figures.ts';
import { requireResultsPath } from '../running/files.ts';

/** Counts what the reader of transcripts finds in a folder of them, and prints the figures. */
export async function run({ positionals, flags }: CommandCall): Promise<void> {
  const { data, out, json } = flags;
  if (typeof data !== 'string' || positionals.length > 0)
    throw new UsageError('Usage: warren eval transcripts --data FOLDER [--json] [--out FILE]');
  const files = await transcriptsIn(data);
  for (const file of typeof out === 'string' ? files : []) await requireResultsPath(out as string, file);
  tell(`${count(files.length)} files`);
  const results = typeof out === 'string' ? createWriteStream(out) : null;
  let total = NO_COUNTS;
  for (const file of files) {
    const counts = await countFile(file);
    total = addCounts(total, counts);
    results?.write(`${JSON.stringify({ file: path.relative(data, file), ...counts })}\n`);
  }
  if (results) {
    results.end();
    await finished(results);
  }
  const figures = { files: files.length, ...total };
  const table = Object.entries(figures).map(([name, figure]) => `${name.padEnd(16)}${count(figure)}`);
  process.stdout.write(json === true ? `${JSON.stringify(figures)}\n` : `${table.join('\n')}\n`);
}

async function transcriptsIn(data: string): Promise<readonly string[]> {
  const found = await stat(data).catch(() => null);
  if (!found) throw new Error(`There is no folder ${data}.`);
  if (found.isFile()) return [data];
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

async function countFile(file: string): Promise<TranscriptCounts> {
  let counts = NO_COUNTS;
  for await (const { text } of readLines(file)) counts = addCounts(counts, countLine(text));
  return counts;
}
