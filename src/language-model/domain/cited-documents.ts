import { trimEnd } from '#text/domain/trim-ends.ts';

import type { Citation } from './chunk.ts';
import { isDocument, type PromptMessage } from './prompt.ts';
import { escapeTags } from './tagged.ts';

/**
 * Documents and citations for models without citations of their own: a document is a numbered block of text, and the
 * model cites with marks like `<cite doc="2">the exact words</cite>`, which are removed from its answer.
 */

/** Added to the rules of a request with documents. */
export const HOW_TO_CITE = `## How to cite
The documents are numbered. After each sentence that draws on a document, write <cite doc="N">words</cite>, where N is the number of the document and the words are copied from it exactly: the shortest passage that supports the sentence. The reader sees the mark as a small number and not the words in it, so a sentence must read well without it. Cite nothing that no document says.`;

/** Messages with documents as text. Their numbers begin with 1, in the order of the request. */
export function withWrittenDocuments(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  let number = 0;
  return messages.map(({ author, parts }) => ({
    author,
    parts: parts.map((part) => {
      if (!isDocument(part)) return part;
      number += 1;
      const text = `<document number="${String(number)}">\n${escapeTags(part.title)}\n\n${escapeTags(part.text)}\n</document>`;
      return { text, ...(part.isCacheable && { isCacheable: true as const }) };
    }),
  }));
}

export function hasDocuments(messages: readonly PromptMessage[]): boolean {
  return messages.some(({ parts }) => parts.some((part) => isDocument(part) && part.text !== ''));
}

const OPENING = /^<cite\s+doc\s*=\s*["']?(\d{1,6})["']?\s*>/i;
const OPENING_BEGUN = /^<cite\s{1,9}(?:d(?:o(?:c\s{0,9}(?:=\s{0,9}(?:["']?\d{0,6}["']?\s{0,9})?)?)?)?)?$/;
const CLOSING = '</cite>';
/** Longer than any opening mark. Text that begins like a mark and is longer is plain text. */
const MAX_OPENING = 40;
/** Minimum length of a cut mark at the end of the answer: fewer characters can be plain text. */
const MIN_BEGINNING = 3;
/** Maximum length of a quote: a mark that is not closed by then is plain text. */
const MAX_QUOTE = 2_000;

/** Removes the marks from an answer that arrives in pieces. */
export function createCitationReader() {
  let held = '';

  function read(isOver: boolean): (string | Citation)[] {
    const told: (string | Citation)[] = [];
    const say = (text: string) => {
      if (text !== '') told.push(text);
    };
    for (;;) {
      const start = held.indexOf('<');
      if (start === -1) {
        say(held);
        held = '';
        return told;
      }
      say(held.slice(0, start));
      held = held.slice(start);
      const opening = OPENING.exec(held);
      if (opening) {
        const quote = held.slice(opening[0].length);
        const end = quote.toLowerCase().indexOf(CLOSING);
        if (end === -1 && !isOver && quote.length <= MAX_QUOTE) return told;
        if (end === -1 && quote.length > MAX_QUOTE) {
          say(opening[0]);
          held = quote;
          continue;
        }
        const cited = end === -1 ? wholeWords(quote) : quote.slice(0, end);
        const citedText = cited.replaceAll('&lt;', '<').trim();
        told.push({ type: 'citation', documentIndex: Number(opening[1]) - 1, citedText });
        held = end === -1 ? '' : quote.slice(end + CLOSING.length);
      } else if (mayOpen(held) && (!isOver || held.length >= MIN_BEGINNING)) {
        // The end of the answer cut the mark.
        if (isOver) held = '';
        return told;
      } else {
        say('<');
        held = held.slice(1);
      }
    }
  }

  return {
    /** Returns the part of the answer that can be emitted so far. The beginning of a mark is held back. */
    pass(text: string): readonly (string | Citation)[] {
      held += text;
      return read(false);
    },
    /** Ends the answer. A mark that was not closed counts up to its last whole word. */
    rest: () => read(true),
  };
}

/** The quote without an unfinished closing mark, and without a word that the end cut. */
function wholeWords(quote: string): string {
  const begun = quote.lastIndexOf('<');
  if (begun !== -1 && CLOSING.startsWith(quote.slice(begun).toLowerCase())) return quote.slice(0, begun);
  return /[\p{L}\p{N}]$/u.test(quote) ? trimEnd(quote, /\S/u) || quote : quote;
}

/** Whether more text can make this an opening mark. */
function mayOpen(text: string): boolean {
  if (text.length > MAX_OPENING || text.includes('>')) return false;
  const name = '<cite';
  const begun = text.toLowerCase();
  return begun.length <= name.length ? name.startsWith(begun) : OPENING_BEGUN.test(begun);
}
