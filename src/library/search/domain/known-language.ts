import { englishFunctionWords, moreGerman } from '#text/domain/function-words.ts';
import { plainWords } from '#text/domain/segments.ts';
import { foldForm } from '#text/domain/stems.ts';

/** Evidence in a person's texts for the language of a query. */
export interface TellingTexts {
  /** Number of words of the query that occur only in German texts, including compounds whose parts do. */
  readonly onlyGerman: number;
  /** Number of words that occur in texts in other languages, or of an unknown one. */
  readonly others: number;
}

/**
 * Function words of French, Spanish, Italian, Portuguese and Dutch, folded, except those that are also English words.
 */
const FOREIGN = new Set(
  `le les une des du dans pour avec est sont sur quel quelle quels comment pourquoi ou et au aux ce cette una del para
  como donde quien cuando cual che della il gli degli perche quando dove cosa sono het een voor naar niet hoe waarom
  welke uma nao sao dos das mais`.split(/\s+/),
);
/** German words that are not English ones: each of them identifies the language. */
const GERMAN = new Set(
  'warum weshalb wieso und oder aber wenn nicht ist sind wird wie wer der das dem ein eine mit nach zum zur fur uber vom'.split(
    ' ',
  ),
);
/** A Latin letter with a diacritic, which few English words have. */
const MARKED = /(?=[^\0-\x7f])\p{sc=Latin}/u;

/**
 * Reports whether a query that is too short for language detection is not English, by its words and by the texts that
 * contain them. Without any evidence it counts as English.
 */
export function isForeign(query: string, { onlyGerman, others }: TellingTexts): boolean {
  const words = plainWords(foldForm(query));
  // Not folded, because `à` is not `a`.
  const written = plainWords(query.toLowerCase());
  const isEnglish = written.some((word) => englishFunctionWords.has(word)) && moreGerman(words) <= 0;
  if (isEnglish) return false;
  const foreign = words.filter((word) => FOREIGN.has(word) || GERMAN.has(word)).length;
  return foreign + onlyGerman + (MARKED.test(query) ? 1 : 0) > others;
}
