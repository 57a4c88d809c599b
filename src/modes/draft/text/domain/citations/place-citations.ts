import { codeRangesOf } from '#text/domain/code-ranges.ts';
import { rangeAround, type TextRange } from '#text/domain/text-range.ts';

import type { CitedDraft, DraftCitation } from '../../../protocol.ts';
import { claimBefore } from '../claims/claim-before.ts';
import { markRangesOf, withoutRanges } from './marks.ts';

/** A citation with its offset in the reply, in UTF-16 units. It supports the words before the offset. */
export interface PlacedCitation extends Omit<DraftCitation, 'number' | 'claim'> {
  readonly at: number;
}

interface Block {
  readonly text: string;
  /** Offset of its text in the reply. */
  readonly start: number;
}

/** Text that a mark must not divide: links, and runs of code signs. */
const WHOLE =
  /[`~]{2,}|!?\[[^\][\n]{0,500}\]\((?:[^)\n\]]|\](?!\()){0,2000}\)|<https?:[^<>\s]{1,2000}>|https?:\/\/[^\s<>]{1,2000}/g;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}\p{Cs}_]/u;
const LABEL_ALONE = /^[ \t]*(?:[-*+>#]+|\d+[.)])[ \t]*$/;

/**
 * The text of a draft with a mark behind each claim, and its citations. A quote at one place of a source has one
 * number. Citations outside the draft's text are left out; those inside a word, a link or code move behind it. Marks
 * that the model typed are removed.
 */
export function placeCitations(block: Block, cited: readonly PlacedCitation[]): CitedDraft {
  const { text, citations } = markCitations(block, cited);
  return withClaims(text, citations);
}

/** A citation without the sentence that it supports. */
export type MarkedCitation = Omit<DraftCitation, 'claim'>;

/** Like `placeCitations`, but without finding the sentences, which takes most of the time: for a growing text. */
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
  const placeOf = createPlacing(trimmed);
  const numbers = new Map<string, number>();
  const citations: MarkedCitation[] = [];
  const marks = new Map<number, Set<number>>();
  for (const { at, ...citation } of untyped.cited) {
    const place = placeOf(at);
    if (place === null) continue;
    const key = JSON.stringify([citation.sourceId, citation.quote, citation.range?.start]);
    const number = numbers.get(key) ?? numbers.size + 1;
    if (!numbers.has(key)) citations.push({ number, ...citation });
    numbers.set(key, number);
    marks.set(place, (marks.get(place) ?? new Set()).add(number));
  }
  return { text: written(trimmed, marks), citations };
}

/** Inserts the marks, and removes blank lines at the beginning. */
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
  const claims = new Map(
    claimBefore(text)
      .toReversed()
      .map(({ mark, claim }) => [mark.number, claim]),
  );
  return {
    text,
    citations: citations.map((citation) => ({
      ...citation,
      claim: claims.get(citation.number) ?? '',
    })),
  };
}

/** Returns the place of a mark: behind the last word before an offset; null if no word precedes it. */
function createPlacing(text: string): (offset: number) => number | null {
  const code = codeRangesOf(text);
  const links = Array.from(text.matchAll(WHOLE), (link) => ({ start: link.index, end: link.index + link[0].length }));
  const whole = united([...code, ...links]);
  const fences = new Map(code.flatMap(({ isFenced, start, end }) => (isFenced ? [[end, start]] : [])));
  const settled = new Map<number, number | null>();

  return (offset) => {
    let place = Math.min(offset, text.length);
    place = rangeAround(whole, place)?.end ?? place;
    const isInWord = () => WORD_CHARACTER.test(text[place - 1] ?? '') && WORD_CHARACTER.test(text[place] ?? '');
    while (isInWord()) place += 1;
    const passed: number[] = [];
    let found = settled.get(place);
    while (found === undefined) {
      passed.push(place);
      const next = before(place);
      if (next === place) found = place === 0 ? null : place;
      else found = settled.get((place = next));
    }
    for (const each of passed) settled.set(each, found);
    return found;
  };

  /** Moves before white space and list signs, and before a fence, which a mark behind it would leave open. */
  function before(place: number): number {
    let end = place;
    while (end > 0 && /\s/u.test(text[end - 1] ?? '')) end -= 1;
    const line = text.lastIndexOf('\n', end - 1) + 1;
    const fence = end === 0 ? undefined : fences.get(end);
    return fence ?? (end > line && LABEL_ALONE.test(text.slice(line, end)) ? line : end);
  }
}

/** Merges overlapping ranges. */
function united(ranges: readonly TextRange[]): readonly TextRange[] {
  const sorted = ranges.toSorted((one, other) => one.start - other.start);
  const disjoint: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = disjoint.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else disjoint.push({ start, end });
  }
  return disjoint;
}

interface Placed {
  readonly at: number;
}

interface Typed<Citation extends Placed> {
  readonly text: string;
  /** In order, with offsets into the text. */
  readonly cited: readonly Citation[];
}

/** The rest of a removed mark can form another one: `[^[^1]1]`. */
const MAX_PASSES = 3;

/** Removes the marks that the author typed, which cite nothing. The citations stay at the same words. */
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
