import { assert } from '#kernel/assert.ts';

import type { DraftCitation } from '../../protocol.ts';
import { type Mark, marksOf, replaceMarks } from '../../text/domain/citations/marks.ts';
import { isSameOutside, replaceRange } from '../../text/domain/paragraphs.ts';

interface CitedText {
  readonly text: string;
  readonly citations: readonly DraftCitation[];
}

interface Splice {
  /** The version in which the range was chosen. */
  readonly chosen: CitedText & {
    readonly range: { readonly start: number; readonly end: number; readonly words: string };
  };
  /** The version that counts; undefined if it is missing. */
  readonly current: CitedText | undefined;
  readonly replacement: CitedText;
}

interface Spliced extends CitedText {
  /** It is based on the current version. */
  readonly isOfCurrent: boolean;
}

/**
 * Replaces words of a version; every other character stays. If the words occur exactly once in the current version,
 * they are replaced there, and otherwise in the version in which they were chosen. Null if neither has them, or if they
 * divide a mark. Citations of the replacement get free numbers.
 */
export function spliceDraft({ chosen, current, replacement }: Splice): Spliced | null {
  const { words } = chosen.range;
  const place = current ? onlyPlaceOf(words, current.text) : -1;
  const isOfCurrent = current !== undefined && place >= 0;
  const base = isOfCurrent ? current : chosen;
  const start = isOfCurrent ? place : placeIn(chosen);
  const range = { start, end: start + words.length };
  if (start < 0 || marksOf(base.text).some((mark) => isDivided(mark, range))) return null;
  const { text, citations } = withFreeNumbers(replacement, base);
  // White space around the range is not replaced.
  const spliced = replaceRange(base.text, range, text.trim());
  assert(isSameOutside(base.text, spliced, range), 'only the chosen words change');
  const used = new Set(marksOf(spliced).map(({ number }) => number));
  return {
    text: spliced,
    citations: [...base.citations, ...citations].filter(({ number }) => used.has(number)),
    isOfCurrent,
  };
}

/**
 * The offset of the words in the version in which they were chosen, which can have grown; -1 if it is ambiguous or
 * missing.
 */
function placeIn({ text, range: { start, words } }: Splice['chosen']): number {
  return text.startsWith(words, start) ? start : onlyPlaceOf(words, text);
}

/** The offset of the words; -1 if they do not occur, or twice. */
function onlyPlaceOf(words: string, text: string): number {
  const place = text.indexOf(words);
  return place >= 0 && text.includes(words, place + 1) ? -1 : place;
}

function isDivided({ at, length }: Mark, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return [start, end].some((place) => place > at && place < at + length);
}

/** Numbers of marks without a citation are not free, either. */
function withFreeNumbers({ text, citations }: CitedText, base: CitedText): CitedText {
  const most = [...base.citations, ...marksOf(base.text)].reduce((highest, { number }) => Math.max(highest, number), 0);
  return {
    text: replaceMarks(text, ({ number }) => `[^${String(number + most)}]`),
    citations: citations.map((citation) => ({ ...citation, number: citation.number + most })),
  };
}
