import { codeRangesOf } from '#text/domain/code-ranges.ts';
import { rangeAround, type TextRange } from '#text/domain/text-range.ts';

import type { CitedDraft, DraftCitation } from '../../../protocol.ts';
import { claimBefore } from '../claims/claim-before.ts';
import { markRangesOf, withoutRanges } from './marks.ts';

/** A citation with its offset in the reply, in UTF-16 units: it supports the words before. */
export interface PlacedCitation extends Omit<DraftCitation, 'number' | 'claim'> {
  readonly at: number;
}

interface Block {
  readonly text: string;
  /** The place of its text in the reply. */
  readonly start: number;
}

/** With runs of the signs of code, which a mark inside would divide. */
const WHOLE =
  /[`~]{2,}|!?\[[^\][\n]{0,500}\]\((?:[^)\n\]]|\](?!\()){0,2000}\)|<https?:[^<>\s]{1,2000}>|https?:\/\/[^\s<>]{1,2000}/g;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}\p{Cs}_]/u;
const LABEL_ALONE = /^[ \t]*(?:[-*+>#]+|\d+[.)])[ \t]*$/;

/**
 * The text of a draft with a mark behind each claim, and what the marks stand for. One quote of one source has one
 * number. Citations outside the draft's text are left out; those inside a word, a link or code stand behind it. Marks
 * that the model typed itself are dropped.
 */
export function placeCitations(block: Block, cited: readonly PlacedCitation[]): CitedDraft {
  const { text, citations } = markCitations(block, cited);
  return withClaims(text, citations);
}

/** A citation without the sentence that it supports. */
export type MarkedCitation = Omit<DraftCitation, 'claim'>;

/** The same without looking for the sentences, which takes longer than the rest: for a text that grows. */
export function markCitations(
  { text, start }: Block,
  cited: readonly PlacedCitation[],
): { readonly text: string; readonly citations: readonly MarkedCitation[] } {
  const inText = cited
    .filter(({ at }) => at >= start && at <= start + text.length)
    .map((citation) => ({ ...citation, at: citation.at - start }))
    .toSorted((one, other) => one.at - other.at);
  const untyped = withoutTypedMarks({ text, cited: inText });
  const trimmed = untyped.text.trimEnd();
  const code = codeRangesOf(trimmed);
  const whole = [
    ...code,
    ...[...trimmed.matchAll(WHOLE)].map((link) => ({ start: link.index, end: link.index + link[0].length })),
  ];
  const numbers = new Map<string, number>();
  const citations: MarkedCitation[] = [];
  const marks = new Map<number, Set<number>>();
  for (const { at, ...citation } of untyped.cited) {
    const place = placeOf(trimmed, at, whole);
    if (place === null) continue;
    const key = JSON.stringify([citation.sourceId, citation.quote]);
    const number = numbers.get(key) ?? numbers.size + 1;
    if (!numbers.has(key)) citations.push({ number, ...citation });
    numbers.set(key, number);
    marks.set(place, (marks.get(place) ?? new Set()).add(number));
  }
  return { text: written(trimmed, marks), citations };
}

/** Blank lines at the beginning are dropped. */
function written(text: string, marks: ReadonlyMap<number, ReadonlySet<number>>): string {
  let marked = '';
  let from = 0;
  for (const [place, numbers] of [...marks].toSorted(([one], [other]) => one - other)) {
    marked += text.slice(from, place) + [...numbers].map((number) => `[^${String(number)}]`).join('');
    from = place;
  }
  return (marked + text.slice(from)).replace(/^(?:[ \t\r]*\n)+/, '');
}

function withClaims(text: string, citations: readonly MarkedCitation[]): CitedDraft {
  const claims = claimBefore(text);
  return {
    text,
    citations: citations.map((citation) => ({
      ...citation,
      claim: claims.find(({ mark }) => mark.number === citation.number)?.claim ?? '',
    })),
  };
}

/** Behind the last word before an offset; null if no word is before it. */
function placeOf(text: string, offset: number, whole: readonly (TextRange & { isFenced?: boolean })[]): number | null {
  let place = Math.min(offset, text.length);
  for (let range = rangeAround(whole, place); range; range = rangeAround(whole, place)) place = range.end;
  const isInWord = () => WORD_CHARACTER.test(text[place - 1] ?? '') && WORD_CHARACTER.test(text[place] ?? '');
  while (isInWord()) place += 1;
  for (;;) {
    place = text.slice(0, place).trimEnd().length;
    const line = text.lastIndexOf('\n', place - 1) + 1;
    const fence = whole.find(({ isFenced, end }) => isFenced === true && end === place);
    // The signs of a list, and a fence, which a mark behind it would leave open.
    if (place > 0 && fence) place = fence.start;
    else if (place > line && LABEL_ALONE.test(text.slice(line, place))) place = line;
    else return place === 0 ? null : place;
  }
}

interface Placed {
  readonly at: number;
}

interface Typed<Citation extends Placed> {
  readonly text: string;
  /** In order, with offsets in the text. */
  readonly cited: readonly Citation[];
}

/** Without a mark around it, the rest of a mark may be one again: `[^[^1]1]`. */
const MAX_PASSES = 3;

/**
 * A text without the marks that its author typed, which cite nothing, and its citations at the same words as before.
 */
function withoutTypedMarks<Citation extends Placed>(typed: Typed<Citation>): Typed<Citation> {
  let { text, cited } = typed;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const ranges = markRangesOf(text);
    if (ranges.length === 0) return { text, cited };
    let next = 0;
    let dropped = 0;
    cited = cited.map((citation) => {
      for (let range = ranges[next]; range && range.end <= citation.at; range = ranges[next]) {
        dropped += range.end - range.start;
        next += 1;
      }
      return { ...citation, at: Math.min(citation.at, ranges[next]?.start ?? Infinity) - dropped };
    });
    text = withoutRanges(text, ranges);
  }
  return { text: markRangesOf(text).length === 0 ? text : text.replaceAll('[^', '[ '), cited };
}
