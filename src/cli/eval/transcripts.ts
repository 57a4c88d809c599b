import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { readTranscriptLine } from '#modes/terminal/transcripts/domain/transcript-line.ts';
import { readLines } from '#modes/terminal/transcripts/server/read-lines.ts';

import { type Measure, openResults, tell } from './rows.ts';

/** Counts the elements that the transcript reader finds in a folder. */
export const measure: Measure = async ({ data, out }) => {
  const files = await transcriptsIn(data);
  const add = openResults(out, ...files);
  tell(`${files.length} files`);
  const total = { ...NO_COUNTS };
  for (const file of files) {
    const counts = { ...NO_COUNTS };
    for await (const text of readLines(file))
      for (const counted of countedIn(text)) {
        counts[counted] += 1;
        total[counted] += 1;
      }
    add({ file: path.relative(data, file), ...counts });
  }
  return { files: files.length, ...total };
};

const NO_COUNTS = {
  lines: 0,
  brokenLines: 0,
  unknownTypes: 0,
  userTexts: 0,
  assistantTexts: 0,
  thinkingBlocks: 0,
  toolUses: 0,
  toolResults: 0,
  sidechainLines: 0,
};
type Counted = keyof typeof NO_COUNTS;
const COUNTED_BLOCKS: Readonly<Record<string, Counted>> = {
  text: 'assistantTexts',
  thinking: 'thinkingBlocks',
  'tool-use': 'toolUses',
  'tool-result': 'toolResults',
};

/** The counters that a line increments. Blocks count each time, even if the line is repeated. */
function countedIn(text: string): readonly Counted[] {
  if (text.trim() === '') return [];
  const line = readTranscriptLine(text);
  if (!line) return ['lines', 'brokenLines'];
  if (line.isSidechain) return ['lines', 'sidechainLines'];
  if (line.kind === 'unknown') return ['lines', 'unknownTypes'];
  if (line.kind !== 'user' && line.kind !== 'assistant') return ['lines'];
  const isSaid = line.kind === 'user' && line.text !== null && !line.isMeta && !line.isCompactSummary;
  const blocks = line.blocks.filter(({ type }) => line.kind === 'assistant' || type === 'tool-result');
  return [
    'lines',
    ...(isSaid ? ['userTexts' as const] : []),
    ...blocks.flatMap(({ type }) => COUNTED_BLOCKS[type] ?? []),
  ];
}

async function transcriptsIn(data: string): Promise<readonly string[]> {
  const found = statSync(data, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no folder ${data}.`);
  if (found.isFile()) return [data];
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'));
  return files.map(({ parentPath, name }) => path.join(parentPath, name)).toSorted();
}
