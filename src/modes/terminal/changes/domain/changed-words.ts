import { diffLists } from '#text/domain/diff-lists.ts';
import type { TextRange } from '#text/domain/text-range.ts';

/** With more edits than this, or in longer lines, the whole line counts as changed. */
const MAX_EDITS = 60;
const MAX_LENGTH = 2_000;
/** Minimum share of common letters. Two lines with less in common count as different lines. */
export const MIN_COMMON = 0.3;

export const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
const lengthOf = (words: readonly string[]) => words.join('').trim().length;

/** The parts of a line that its pair lacks; none if the two have little in common. */
export function changedWords(text: string, pair: string): readonly TextRange[] {
  if (Math.max(text.length, pair.length) > MAX_LENGTH) return [];
  const runs = diffLists(wordsIn(pair), wordsIn(text), MAX_EDITS);
  const common = runs.reduce((sum, { same }) => sum + lengthOf(same), 0);
  if (common < MIN_COMMON * Math.max(text.trim().length, pair.trim().length)) return [];
  const ranges: TextRange[] = [];
  let at = 0;
  for (const { same, added } of runs) {
    at += same.join('').length;
    const end = at + added.join('').length;
    if (end > at) ranges.push({ start: at, end });
    at = end;
  }
  return ranges;
}
