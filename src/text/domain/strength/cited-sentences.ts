import { sentencesOf } from '../sentences.ts';
import type { TextRange } from '../text-range.ts';

/** Of a text before and behind a range, in UTF-16 units. */
const MAX_AROUND = 600;
const BLOCK_END = /\n[ \t]*\n/g;
/** A line break that begins no item of a list. */
const HARD_BREAK = /\n(?![ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/g;

interface CitedSentences {
  /** The sentences that a range touches. */
  readonly source: string;
  /** The rest of their paragraph, as far as it is near. */
  readonly around: string;
}

/** The whole sentences of a text that a range lies in, and what stands around them in their paragraph. */
export function citedSentences(text: string, { start, end }: TextRange): CitedSentences {
  const before = text.slice(Math.max(0, start - MAX_AROUND), start);
  const behind = text.slice(end, end + MAX_AROUND);
  const lead = [...before.matchAll(BLOCK_END)].at(-1);
  const from = start - before.length + (lead ? lead.index + lead[0].length : 0);
  const blockEnd = behind.search(BLOCK_END);
  // Hard line breaks divide no sentence; items of a list do.
  const block = text.slice(from, blockEnd === -1 ? end + behind.length : end + blockEnd).replace(HARD_BREAK, ' ');
  const touched = sentencesOf(block).filter((each) => from + each.start < end && from + each.end > start);
  const [first, last] = [touched[0]?.start ?? 0, touched.at(-1)?.end ?? block.length];
  return { source: block.slice(first, last).trim(), around: `${block.slice(0, first)} ${block.slice(last)}` };
}
