import { englishFunctionWords, moreGerman } from '#text/domain/function-words.ts';
import { plainWords } from '#text/domain/segments.ts';
import { foldForm } from '#text/domain/stems.ts';

/** What the texts of a person say about the language of a query. */
export interface TellingTexts {
  /** Words of the query that German texts have and no others, with compounds of which they have the parts. */
  readonly onlyGerman: number;
  /** Words that texts in other languages, or of an unknown one, have. */
  readonly others: number;
}

/** Of French, Spanish, Italian, Portuguese and Dutch, folded, without those that are English words too. */
const FOREIGN = new Set(
  `le les une des du dans pour avec est sont sur quel quelle quels comment pourquoi ou et au aux ce cette una del para
  como donde quien cuando cual che della il gli degli perche quando dove cosa sono het een voor naar niet hoe waarom
  welke uma nao sao dos das mais`.split(/\s+/),
);
/** German words that are no English ones: each of them tells the language. */
const GERMAN = new Set(
  'warum weshalb wieso und oder aber wenn nicht ist sind wird wie wer der das dem ein eine mit nach zum zur fur uber vom'.split(
    ' ',
  ),
);
/** A letter of the Latin alphabet with a mark, as few English words have one. */
const MARKED = /(?=[^\0-\x7f])\p{sc=Latin}/u;

/**
 * Whether a query that is too short for its language to be told is not English, by its words and by the texts that have
 * them. Without any sign it is taken for English.
 */
export function isForeign(query: string, { onlyGerman, others }: TellingTexts): boolean {
  const words = plainWords(foldForm(query));
  // `à` is no `a`.
  const written = plainWords(query.toLowerCase());
  const isEnglish = written.some((word) => englishFunctionWords.has(word)) && moreGerman(words) <= 0;
  if (isEnglish) return false;
  const foreign = words.filter((word) => FOREIGN.has(word) || GERMAN.has(word)).length;
  return foreign + onlyGerman + (MARKED.test(query) ? 1 : 0) > others;
}
