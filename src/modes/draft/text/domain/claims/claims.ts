import { wordsOf } from '#text/domain/as-read.ts';
import { findQuote, quoteFinder } from '#text/domain/find-quote.ts';
import { numberIn } from '#text/domain/numbers.ts';
import { citedSentences } from '#text/domain/strength/cited-sentences.ts';
import { type Stronger, strongerThan } from '#text/domain/strength/stronger.ts';
import type { TextRange } from '#text/domain/text-range.ts';

import type { CitedDraft, DraftCitation } from '../../../protocol.ts';
import { claimBefore } from './claim-before.ts';

const FIGURE = /\d+(?:[.,]\d+)*/g;
const QUOTATION = /[“„«"](?<words>[^“”„«»"\n]{2,500})[”“»"]/g;

/**
 * - `holds`: the source contains the quote, and the claim's own quotations.
 * - `not-in-source`: it lacks one of them.
 * - `source-edited`: the source lacks the quote, and has another version than the cited one.
 * - `source-gone`: the source was removed.
 * - `edited`: the claim was changed since it was cited, so that the citation may no longer support it.
 * - `unknown`: a mark without a citation.
 */
type Standing = 'holds' | 'not-in-source' | 'source-edited' | 'source-gone' | 'edited' | 'unknown';

export interface Claim extends TextRange {
  readonly number: number;
  /** The offset of its mark. */
  readonly at: number;
  readonly claim: string;
  /** Null if the mark has no citation. */
  readonly citation: DraftCitation | null;
  readonly standing: Standing;
  /** The range of the quote in the source; null if the source lacks it. */
  readonly range: TextRange | null;
  /** Set if a claim that holds may say more than the cited sentences. */
  readonly stronger?: Stronger;
}

/** The current state of a source. */
export interface SourceContent {
  readonly content: string;
  readonly version: number;
}

/** Null for a source that was removed. */
type SourceOf = (sourceId: string) => SourceContent | null;

/** Minimum share of the cited words that a claim must still have; below it, it is another claim. */
const MIN_SHARE_LEFT = 0.7;

/** The claims of a draft that have a mark, checked by code. */
export function claimsOf({ text, citations }: CitedDraft, sourceOf: SourceOf): readonly Claim[] {
  const known = new Map(citations.map((citation) => [citation.number, citation]));
  const sources = new Map(
    [...new Set(citations.map(({ sourceId }) => sourceId))].map((id) => [id, searchable(sourceOf(id))]),
  );
  const check = (
    { claim, start, end }: Pick<Claim, 'claim' | 'start' | 'end'>,
    citation: DraftCitation | undefined,
  ): Pick<Claim, 'standing' | 'range' | 'stronger'> => {
    if (!citation) return { standing: 'unknown', range: null };
    const source = sources.get(citation.sourceId);
    if (!source) return { standing: 'source-gone', range: null };
    const range = source.find(citation.quote, citation.range?.start);
    if (!range)
      return { standing: source.version === citation.sourceVersion ? 'not-in-source' : 'source-edited', range };
    if (!quotationsIn(claim).every((words) => source.find(words.replace(/[,.;:]$/, ''))))
      return { standing: 'not-in-source', range };
    if (isOtherClaim(claim, citation)) return { standing: 'edited', range };
    const own = citedSentences(text, { start, end });
    const stronger = source.strongerAt(range, { claim, beside: `${own.source} ${own.around}`.replace(claim, ' ') });
    return { standing: 'holds', range, ...(stronger && { stronger }) };
  };
  return claimBefore(text).map(({ mark, start, end, claim }) => {
    const citation = known.get(mark.number);
    const checked = check({ claim, start, end }, citation);
    return { number: mark.number, at: mark.at, start, end, claim, citation: citation ?? null, ...checked };
  });
}

/** Searches each quote only once, in a source that is indexed once. */
function searchable(source: SourceContent | null) {
  if (!source) return null;
  const { content } = source;
  const find = quoteFinder(content);
  const found = new Map<string, TextRange | null>();
  return {
    version: source.version,
    strongerAt: (range: TextRange, own: { readonly claim: string; readonly beside: string }) =>
      strongerThan({ ...citedSentences(content, range), ...own }),
    find(quote: string, near?: number): TextRange | null {
      const key = `${String(near)} ${quote}`;
      const known = found.get(key);
      const range = known === undefined ? find(quote, near) : known;
      found.set(key, range);
      return range;
    },
  };
}

/**
 * Whether the claim at a mark is no longer the cited one. A mark can be reused behind another claim with the same
 * words, or behind the quoted words.
 */
function isOtherClaim(claim: string, { claim: cited, quote }: DraftCitation): boolean {
  const supported = figuresIn(`${quote} ${cited}`);
  if ([...figuresIn(claim)].some((figure) => !supported.has(figure))) return true;
  return shareLeft(cited, claim) < MIN_SHARE_LEFT && findQuote(quote, claim) === null;
}

function shareLeft(before: string, now: string): number {
  const words = wordsOf(before);
  if (words.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of wordsOf(now)) left.set(word, (left.get(word) ?? 0) + 1);
  let kept = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    kept += 1;
  }
  return kept / words.length;
}

/** The figures of a text in their canonical form: `1,000` and `1000` are one. */
export function figuresIn(text: string): ReadonlySet<string> {
  return new Set((text.match(FIGURE) ?? []).map((figure) => numberIn(figure) ?? figure));
}

/** The quotations of a text: at least two words between quotation marks. */
export function quotationsIn(text: string): readonly string[] {
  return [...text.matchAll(QUOTATION)]
    .map(({ groups }) => (groups?.words ?? '').trim())
    .filter((words) => /\s/.test(words));
}
