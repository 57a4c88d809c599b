import type { SourceCitationPart } from '#library/storage/protocol.ts';
import type { MessagePart } from '#session/protocol.ts';

import { shownCitations } from './shown-citations.ts';

/** A reply with its citations, for pasting elsewhere: numbers in the text, and the sources below it. */
export function citedText(text: string, parts: readonly MessagePart[], format: 'text' | 'markdown'): string {
  const citations = shownCitations(parts);
  const mark = (number: number) => (format === 'markdown' ? `[^${String(number)}]` : `[${String(number)}]`);
  let written = '';
  let from = 0;
  for (const { part, number } of citations) {
    const at = Math.max(from, text.slice(0, part.at).trimEnd().length);
    written += text.slice(from, at) + mark(number);
    from = at;
  }
  written += text.slice(from);
  const notes = [...Map.groupBy(citations, ({ number }) => number)].map(([number, of]) => {
    const quotes = [...new Set(of.map(({ part }) => quoteOf(part)))].join(' ');
    const note = `${sourceOf(of[0]?.part)} ${quotes}`;
    return format === 'markdown' ? `${mark(number)}: ${note}` : `${mark(number)} ${note}`;
  });
  return notes.length === 0 ? written : `${written.trimEnd()}\n\n${notes.join('\n')}`;
}

function sourceOf(part: SourceCitationPart | undefined): string {
  if (!part?.source) return 'Unknown source.';
  const { title, url } = part.source;
  return url === null ? `${title}.` : `${title}, ${url}.`;
}

function quoteOf({ quote, isVerified }: SourceCitationPart): string {
  const line = quote.replace(/\s+/gu, ' ').trim();
  return isVerified ? `“${line}”` : `“${line}” (unverified)`;
}
