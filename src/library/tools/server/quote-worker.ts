import { findQuote } from '#text/domain/find-quote.ts';
import { type NearQuotation, nearQuotation, sizeOf } from '#text/domain/near-quotation.ts';
import { citedSentences } from '#text/domain/strength/cited-sentences.ts';
import { strongerThan } from '#text/domain/strength/stronger.ts';
import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

import type { Found, QuoteAnswer, QuoteQuestion } from './quote-thread.ts';

/** Worker thread that compares quotes with texts. */

answerQuestions(({ content, quote, claim, regions }: QuoteQuestion): QuoteAnswer | null => {
  const found = find(content, quote, regions);
  return found && { found, stronger: strongerThan({ ...citedSentences(content, found), claim }) };
});

function find(content: string, quote: string, regions: QuoteQuestion['regions']): Found | null {
  const nearest: (NearQuotation & { readonly how: 'near' | 'in-parts' })[] = [];
  const texts = regions.map(({ start, end }) => ({ start, text: content.slice(start, end) }));
  for (const { start, text } of texts) {
    const alike = findQuote(text, quote);
    if (alike) return { how: text.slice(alike.start, alike.end) === quote ? 'exact' : 'alike', ...moved(alike, start) };
  }
  for (const { start, text } of texts) {
    const parts = partsOf(quote);
    const near = parts.length > 1 ? inParts(text, parts) : nearQuotation(text, quote);
    if (!near) continue;
    const isSame = near.differences.length === 0;
    if (parts.length === 1 && isSame && differsInSpaces(text.slice(near.start, near.end), quote))
      return { how: 'alike', ...moved(near, start) };
    nearest.push({ how: parts.length > 1 && isSame ? 'in-parts' : 'near', ...moved(near, start) });
  }
  return nearest.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0] ?? null;
}

function moved<Of extends { readonly start: number; readonly end: number }>(range: Of, by: number): Of {
  return { ...range, start: by + range.start, end: by + range.end };
}

/** Reports whether a place differs from a quote only in white space. The place has no punctuation at its ends. */
function differsInSpaces(place: string, quote: string): boolean {
  return quote.replaceAll(/\s/gu, '').includes(place.replaceAll(/\s/gu, ''));
}

/** Each part is searched for separately, so their number is limited. */
const MAX_PARTS = 6;

/** The parts of a quote before, between and after its omissions; the whole quote if there are too many. */
function partsOf(quote: string): readonly string[] {
  const parts = quote.split(/…|\.{3}/u).filter((part) => /[\p{L}\p{N}]/u.test(part));
  return parts.length > MAX_PARTS ? [quote] : parts.map((part) => part.trim());
}

/** As a share of the characters of a quote. */
const MIN_FOUND = 0.5;

/** Finds the parts in order; null if most of the quote is missing. */
function inParts(text: string, parts: readonly string[]): NearQuotation | null {
  const differences: NearQuotation['differences'][number][] = [];
  let [start, end, length] = [-1, 0, 0];
  for (const part of parts) {
    const rest = text.slice(end);
    const same = findQuote(rest, part);
    const place = same ? { ...same, differences: [] } : nearQuotation(rest, part);
    if (!place) differences.push({ inText: '', inQuote: part });
    else {
      if (start === -1) start = end + place.start;
      end += place.end;
      length += part.length;
      differences.push(...place.differences);
    }
  }
  return length >= MIN_FOUND * parts.join('').length ? { start, end, differences } : null;
}
