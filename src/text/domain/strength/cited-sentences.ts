import { sentencesOf } from '../sentences.ts';
import type { TextRange } from '../text-range.ts';

/** How much of a text before and after a range is read, in UTF-16 units. */
const MAX_AROUND = 600;
const BLOCK_END = /\n[ \t]*\n/g;
/** A line break that does not begin a list item. */
const HARD_BREAK = /\n(?![ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/g;

interface CitedSentences {
  /** The sentences that overlap the range. */
  readonly source: string;
  /** The rest of their paragraph, within `MAX_AROUND`. */
  readonly around: string;
}

/** The whole sentences of a text that contain a range, and the rest of their paragraph. */
export function citedSentences(text: string, { start, end }: TextRange): CitedSentences {
  const before = text.slice(Math.max(0, start - MAX_AROUND), start);
  const behind = text.slice(end, end + MAX_AROUND);
  const lead = [...before.matchAll(BLOCK_END)].at(-1);
  const from = start - before.length + (lead ? lead.index + lead[0].length : 0);
  const blockEnd = behind.search(BLOCK_END);
  // Hard line breaks do not separate sentences; list items do.
  const block = text.slice(from, blockEnd === -1 ? end + behind.length : end + blockEnd).replace(HARD_BREAK, ' ');
  const touched = sentencesOf(block).filter((each) => from + each.start < end && from + each.end > start);
  const [first, last] = [touched[0]?.start ?? 0, touched.at(-1)?.end ?? block.length];
  return { source: block.slice(first, last).trim(), around: `${block.slice(0, first)} ${block.slice(last)}` };
}
