import { withoutDirectionMarks } from '#kernel/clean-text.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { UNSPACED_SCRIPTS } from '#text/domain/segments.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

const MAX_PREVIEW = 200;
const MAX_MADE_TITLE = 80;
/** A preview never needs more of a text. */
const READ_FOR_PREVIEW = 4_000;

/** The first characters of a Markdown text, without its markup. */
export function previewOf(content: string): string {
  return cut(plainText(content.slice(0, READ_FOR_PREVIEW)).replace(/\s+/g, ' ').trim(), MAX_PREVIEW);
}

/** A title made from the first line with words. Empty if there is none. */
export function titleFrom(content: string): string {
  const lines = withoutDirectionMarks(plainText(content.slice(0, READ_FOR_PREVIEW))).split('\n');
  const first = lines.map((line) => line.replace(/\s+/g, ' ').trim()).find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '';
  if (first.length <= MAX_MADE_TITLE) return first;
  const start = cut(first, MAX_MADE_TITLE);
  const end = start.lastIndexOf(' ');
  return `${trimEnd(end > MAX_MADE_TITLE / 2 ? start.slice(0, end) : start, /[\s,;:–—-]/u)}…`;
}

/** Bounded, because JavaScript's stack is too small for a match of millions of characters. */
const WORD = new RegExp(
  String.raw`[${UNSPACED_SCRIPTS}]{1,2}|[[\p{L}\p{M}\p{N}]--[${UNSPACED_SCRIPTS}]]{1,1000}`,
  'gv',
);

/** Number of words; in a script without spaces, two characters count as one. */
export function countWords(content: string): number {
  let words = 0;
  WORD.lastIndex = 0;
  while (WORD.test(content)) words += 1;
  return words;
}

/** Cuts a text without splitting a character. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
