import type { CitedDraft, DraftCitation } from '../../../protocol.ts';
import { marksOf, replaceMarks, withoutMarks } from '../citations/marks.ts';

/** `links`: the source in brackets behind its claim. `none`: no citations. */
export type CitationStyle = 'footnotes' | 'links' | 'none';

/** A draft as Markdown. Footnotes and links leave out a mark without a citation, because it has no target. */
export function asMarkdown({ text, citations }: CitedDraft, style: CitationStyle): string {
  if (style === 'none') return withoutMarks(text);
  const known = new Map(citations.map((citation) => [citation.number, citation]));
  if (style === 'links')
    return replaceMarks(text, ({ number, at }) => {
      const citation = known.get(number);
      return citation ? `${/\s/.test(text[at - 1] ?? '') ? '' : ' '}(${link(citation)})` : '';
    });
  const written = replaceMarks(text, ({ number }) => (known.has(number) ? `[^${String(number)}]` : ''));
  const cited = [...new Set(marksOf(text).map(({ number }) => number))].flatMap((number) => known.get(number) ?? []);
  return cited.length === 0 ? written : `${written.trimEnd()}\n\n${cited.map(footnote).join('\n\n')}\n`;
}

function footnote(citation: DraftCitation): string {
  const address = addressOf(citation.url);
  const source = escaped(citation.title) + (address === null ? '' : `, <${address}>`);
  return `[^${String(citation.number)}]: ${source}. “${escaped(citation.quote)}”`;
}

function link({ title, url }: DraftCitation): string {
  const address = addressOf(url);
  return address === null ? escaped(title) : `[${escaped(title)}](<${address}>)`;
}

/** Only web addresses are linked: a source can have any address. */
function addressOf(url: string | null): string | null {
  if (url === null || !/^https?:\/\/\S/i.test(url)) return null;
  return url.trim().replace(/[\s<>\\]/g, (sign) => encodeURIComponent(sign));
}

/** Puts text on one line, with its Markdown characters escaped. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>~|&#]/g, (sign) => `\\${sign}`);
}
