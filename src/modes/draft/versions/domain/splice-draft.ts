import type { DraftCitation } from '../../protocol.ts';
import { marksOf, replaceMarks } from '../../text/domain/citations/marks.ts';
import { replaceRange } from '../../text/domain/paragraphs.ts';

interface CitedText {
  readonly text: string;
  readonly citations: readonly DraftCitation[];
}

interface Splice {
  /** The version in which the range was chosen. */
  readonly chosen: CitedText & { readonly range: { readonly start: number; readonly end: number } };
  /** The version that counts now, if it is there. */
  readonly current: CitedText | undefined;
  readonly replacement: CitedText;
}

interface Spliced extends CitedText {
  /** It is made from the current version. */
  readonly isOfCurrent: boolean;
}

/**
 * Replaces a range of a version; every other character stays. Where the current version has the same words once, they are
 * replaced there. Citations of the replacement get numbers that are free.
 */
export function spliceDraft({ chosen, current, replacement }: Splice): Spliced {
  const { start, end } = chosen.range;
  const words = chosen.text.slice(start, end);
  const place = current ? onlyPlaceOf(words, current.text) : -1;
  const isOfCurrent = current !== undefined && place >= 0;
  const base = isOfCurrent ? current : chosen;
  const range = isOfCurrent ? { start: place, end: place + words.length } : { start, end };
  const { text, citations } = withFreeNumbers(replacement, base);
  // White space around the range belongs to the rest.
  const spliced = replaceRange(base.text, range, text.trim());
  const used = new Set(marksOf(spliced).map(({ number }) => number));
  return {
    text: spliced,
    citations: [...base.citations, ...citations].filter(({ number }) => used.has(number)),
    isOfCurrent,
  };
}

/** Where the words stand; -1 if they stand nowhere or twice. */
function onlyPlaceOf(words: string, text: string): number {
  const place = text.indexOf(words);
  return place >= 0 && text.includes(words, place + 1) ? -1 : place;
}

/** Numbers of marks that have no citation are not free either. */
function withFreeNumbers({ text, citations }: CitedText, base: CitedText): CitedText {
  const most = [...base.citations, ...marksOf(base.text)].reduce((highest, { number }) => Math.max(highest, number), 0);
  return {
    text: replaceMarks(text, ({ number }) => `[^${String(number + most)}]`),
    citations: citations.map((citation) => ({ ...citation, number: citation.number + most })),
  };
}
