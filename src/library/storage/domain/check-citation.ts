import type { Citation } from '#language-model/domain/chunk.ts';
import { type PositionedCitation, withPositions } from '#language-model/domain/citation-positions.ts';
import { findQuote } from '#text/domain/find-quote.ts';
import { functionWords } from '#text/domain/function-words.ts';
import { UNSPACED, wordSegments } from '#text/domain/segments.ts';
import { foldForm } from '#text/domain/stems.ts';
import type { TextRange } from '#text/domain/text-range.ts';

import type { SourceCitationPart } from '../protocol.ts';

/** A document of a request: a source, and the text of it that the model saw. */
export interface CitableDocument {
  readonly entry: {
    readonly id: string;
    readonly title: string;
    readonly sourceUrl: string | null;
    readonly version: number;
    /** The ranges of its content that were shown, unless all was. */
    readonly ranges?: readonly TextRange[] | undefined;
  };
  readonly text: string;
}

/** Checks a citation for display: its quote must occur in the text of that source that the model saw. */
export function checkCitation(
  { documentIndex, citedText, place }: Citation,
  documents: readonly CitableDocument[],
): Pick<SourceCitationPart, 'source' | 'quote' | 'range' | 'isVerified'> & { readonly found: TextRange | null } {
  const quote = citedText.trim();
  const document = documents[documentIndex];
  if (!document) return { source: null, quote, range: null, isVerified: false, found: null };
  const { entry, text } = document;
  const source = { id: entry.id, title: entry.title, url: entry.sourceUrl, version: entry.version };
  const told = place && toldPlace(text, citedText, place);
  const found = told ?? findQuote(text, quote, place?.start);
  if (!found) return { source, quote, range: null, isVerified: false, found };
  const isVerified = told !== undefined || isTelling(quote);
  return { source, quote, range: inContent(found, entry), isVerified, found };
}

/**
 * The place that the provider reported, if it has exactly the cited words. Providers count a surrogate pair as one unit
 * or as two, so both are tried.
 */
function toldPlace(text: string, citedText: string, { start }: TextRange): TextRange | undefined {
  if (citedText.trim() === '') return undefined;
  const asPoints = Array.from(text.slice(0, 2 * start))
    .slice(0, start)
    .join('').length;
  const begin = [start, asPoints].find((offset) => text.startsWith(citedText, offset));
  if (begin === undefined) return undefined;
  const lead = citedText.length - citedText.trimStart().length;
  return { start: begin + lead, end: begin + lead + citedText.trim().length };
}

const MIN_WORDS = 3;
const MIN_CHARACTERS = 12;
const MIN_LETTERS = 4;

/** A few function words, or a single character, occur in almost any text, so a match proves nothing. */
export function isTelling(quote: string): boolean {
  if (Array.from(quote.trim()).length < 2) return false;
  const words = wordSegments(quote).filter(({ isWordLike }) => isWordLike);
  if (words.length >= MIN_WORDS && quote.replace(/\s+/gu, ' ').length >= MIN_CHARACTERS) return true;
  return words.some(({ segment }) => {
    const word = foldForm(segment);
    return /\p{N}/u.test(word) || UNSPACED.test(word) || (word.length >= MIN_LETTERS && !functionWords.has(word));
  });
}

/** The gap between two ranges of a source, as `readContext` writes it. */
const GAP_LENGTH = '\n\n[…]\n\n'.length;

/** Maps a place in the shown text to a place in the source's content; null if it begins or ends in a gap. */
function inContent(found: TextRange, { ranges }: CitableDocument['entry']): TextRange | null {
  if (!ranges) return found;
  let shown = 0;
  let [begin, finish]: (number | undefined)[] = [];
  for (const { start, end } of ranges) {
    const shownEnd = shown + end - start;
    if (found.start >= shown && found.start < shownEnd) begin = start + found.start - shown;
    if (found.end > shown && found.end <= shownEnd) finish = start + found.end - shown;
    shown = shownEnd + GAP_LENGTH;
  }
  return begin === undefined || finish === undefined ? null : { start: begin, end: finish };
}

/** A verified citation, and the place of its quote in the text that the model saw. */
export interface CitedPlace {
  readonly part: SourceCitationPart;
  readonly text: string;
  readonly found: TextRange;
}

/** Streams a reply with its citations checked, as parts of the message. */
export async function* withCheckedCitations<Other extends { readonly type: string } = never>(
  reply: AsyncIterable<string | Citation | Other>,
  documents: readonly CitableDocument[],
  onVerified?: (place: CitedPlace) => void,
): AsyncGenerator<string | SourceCitationPart | Other> {
  for await (const piece of withPositions(reply)) {
    if (typeof piece === 'string' || !isPositioned(piece)) yield piece;
    else {
      const { found, ...checked } = checkCitation(piece, documents);
      const part = { id: piece.id, type: 'source-citation', at: piece.at, ...checked } as const;
      const text = documents[piece.documentIndex]?.text;
      if (found && part.isVerified && text !== undefined) onVerified?.({ part, text, found });
      yield part;
    }
  }
}

const isPositioned = (piece: { readonly type: string }): piece is PositionedCitation => piece.type === 'citation';
