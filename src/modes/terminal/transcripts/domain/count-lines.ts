import { readTranscriptLine, type TranscriptBlock } from './transcript-line.ts';

export interface TranscriptCounts {
  readonly lines: number;
  readonly brokenLines: number;
  readonly unknownTypes: number;
  readonly userTexts: number;
  readonly assistantTexts: number;
  readonly thinkingBlocks: number;
  readonly toolUses: number;
  readonly toolResults: number;
  readonly sidechainLines: number;
}

export const NO_COUNTS: TranscriptCounts = {
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

/** The counts that a line adds. Blocks count as they stand, whether or not a line comes again. */
export function countLine(line: string): Partial<TranscriptCounts> {
  if (line.trim() === '') return {};
  const read = readTranscriptLine(line);
  if (!read) return { lines: 1, brokenLines: 1 };
  if (read.isSidechain) return { lines: 1, sidechainLines: 1 };
  if (read.kind === 'unknown') return { lines: 1, unknownTypes: 1 };
  if (read.kind !== 'user' && read.kind !== 'assistant') return { lines: 1 };
  const blocks = (type: TranscriptBlock['type']) => read.blocks.filter((block) => block.type === type).length;
  if (read.kind === 'user') {
    const isTyped = read.text !== null && !read.isMeta && !read.isCompactSummary;
    return { lines: 1, userTexts: isTyped ? 1 : 0, toolResults: blocks('tool-result') };
  }
  return {
    lines: 1,
    assistantTexts: blocks('text'),
    thinkingBlocks: blocks('thinking'),
    toolUses: blocks('tool-use'),
  };
}

export function addCounts(one: TranscriptCounts, more: Partial<TranscriptCounts>): TranscriptCounts {
  const names = Object.keys(one) as (keyof TranscriptCounts)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + (more[name] ?? 0)])) as unknown as TranscriptCounts;
}
