import type { Citation, Usage } from '#language-model/domain/chunk.ts';
import type { SourceCitationPart } from '#library/storage/protocol.ts';
import { findQuote } from '#text/domain/find-quote.ts';
import { wordSegments } from '#text/domain/segments.ts';

import type { ExplorePart, RetrievedSource } from '../../protocol.ts';

/** A document of the request: an entry of the turn's context, and what the model saw of it. */
export interface CitableDocument {
  readonly entry: RetrievedSource;
  readonly text: string;
}

interface CallUsage {
  readonly type: 'usage';
  readonly usage: Usage;
  readonly costMicros: number | null;
}

/** A citation as the person sees it, checked: its quote must stand in what the model saw of that source. */
export function checkCitation(
  { documentIndex, citedText }: Citation,
  documents: readonly CitableDocument[],
): Pick<SourceCitationPart, 'source' | 'quote' | 'range' | 'isVerified'> {
  const quote = citedText.trim();
  const document = documents[documentIndex];
  if (!document) return { source: null, quote, range: null, isVerified: false };
  const { entry, text } = document;
  const source = { id: entry.id, title: entry.title, url: entry.sourceUrl, version: entry.version };
  const found = findQuote(text, quote);
  if (!found) return { source, quote, range: null, isVerified: false };
  return { source, quote, range: inContent(found, entry), isVerified: isTelling(quote) };
}

const MIN_WORDS = 3;
const MIN_CHARACTERS = 12;

/** Long enough that finding it says something: a word or two stands in almost any text. */
function isTelling(quote: string): boolean {
  const words = wordSegments(quote).filter(({ isWordLike }) => isWordLike);
  return words.length >= MIN_WORDS && quote.replace(/\s+/gu, ' ').length >= MIN_CHARACTERS;
}

/** The gap between two ranges of a source, as `readContext` writes it. */
const GAP_LENGTH = '\n\n[…]\n\n'.length;

/** The place in the source's content of a place in what was shown of it; null if it spans a gap. */
function inContent(found: { readonly start: number; readonly end: number }, { ranges }: RetrievedSource) {
  if (!ranges) return found;
  let shown = 0;
  for (const { start, end } of ranges) {
    const length = end - start;
    if (found.start >= shown && found.end <= shown + length)
      return { start: start + found.start - shown, end: start + found.end - shown };
    shown += length + GAP_LENGTH;
  }
  return null;
}

/** A reply with its citations checked, and its usage, as parts of the message. */
export async function* withExploreParts(
  reply: AsyncIterable<string | Citation | CallUsage>,
  documents: readonly CitableDocument[],
): AsyncGenerator<string | ExplorePart> {
  let at = 0;
  let count = 0;
  for await (const piece of reply) {
    if (typeof piece === 'string') {
      at += piece.length;
      yield piece;
    } else if (piece.type === 'usage') {
      yield { id: 'usage', type: 'usage', ...piece.usage, costMicros: piece.costMicros };
    } else {
      count += 1;
      yield { id: `citation-${String(count)}`, type: 'source-citation', at, ...checkCitation(piece, documents) };
    }
  }
}
