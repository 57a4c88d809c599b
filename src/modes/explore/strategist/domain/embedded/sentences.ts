import { plainText, proseLines } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import { termsIn } from '#text/domain/terms.ts';

/** A few sentences of a source that stand together, or a single long one. */
export interface Sentence {
  /** As it stands in the source. */
  readonly quote: string;
  /** Without markup, on one line. */
  readonly shown: string;
  /** Its telling words, as search compares them, with how each is written. */
  readonly terms: ReadonlyMap<string, string>;
}

const MIN_LENGTH = 25;
const MAX_LENGTH = 400;
const MIN_JOINED = 100;
const MAX_JOINED = 260;
const LONG_PIECE = /\S.{0,238}(?:\s+|$)/gsu;

/** The sentences of a text that say something by themselves: no headings, tables, code or scraps. */
export function sayingSentences(text: string): readonly Sentence[] {
  return proseLines(text)
    .flatMap((line) => together(inPieces(sentencesOf(line))))
    .flatMap((segment) => {
      const quote = segment.trim();
      if (quote.length < MIN_LENGTH || quote.length > MAX_LENGTH) return [];
      const shown = plainText(quote).replace(/\s+/gu, ' ').trim();
      const terms = new Map(termsIn(shown, null).map(({ term, form }) => [term, form]));
      return shown === '' ? [] : [{ quote, shown, terms }];
    });
}

/** Dictation may have no punctuation: a text too long for a sentence is cut between words. */
function inPieces(sentences: readonly { readonly text: string }[]): readonly string[] {
  return sentences.flatMap(({ text }) =>
    text.length <= MAX_LENGTH ? [text] : (text.match(LONG_PIECE) ?? [text.slice(0, MAX_LENGTH)]),
  );
}

/** Joins short sentences with those after them: alone, "One does it in an evening." says little. */
function together(segments: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let held = '';
  for (const segment of segments) {
    const isQuestion = /[?？]["”’)]*\s*$/u.test(segment);
    if (held !== '' && (isQuestion || held.length + segment.length > MAX_JOINED)) {
      joined.push(held);
      held = '';
    }
    held += segment;
    if (!isQuestion && held.length < MIN_JOINED) continue;
    joined.push(held);
    held = '';
  }
  return held === '' ? joined : [...joined, held];
}

/** The share of the words of a question that a sentence has, and how many. */
export function overlap(sentence: Sentence, asked: ReadonlySet<string>): number {
  let both = 0;
  for (const term of asked) if (sentence.terms.has(term)) both += 1;
  return both;
}
