import { foldForm, stemOf } from '#text/domain/stems.ts';
import { lightWords, type StopWords, stopWordsFor } from '#text/domain/stop-words.ts';

/** A word that says something, by its stem and as it was written. */
export interface Term {
  readonly stem: string;
  readonly raw: string;
}

const LONGEST_READ = 8_000;
/** Words of talking about a subject: they stand in questions about anything. */
const TALKING = new Set(
  'tell told curious interesting interested wonder wondering explain question ask asked talk learn interessant erzähl erkläre frage'.split(
    ' ',
  ),
);
/** Dictionary based where a script has no spaces. The locale changes nothing for words. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The telling words of a text, in order. `stopWords`: those of the language that all of it is in. */
export function termsOf(text: string, stopWords: StopWords = stopWordsFor(text)): readonly Term[] {
  const terms: Term[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, LONGEST_READ))) {
    if (!isWordLike) continue;
    const word = segment.toLowerCase();
    if (stopWords.has(word) || lightWords.has(word) || TALKING.has(word) || /^[a-z]$/u.test(word)) continue;
    terms.push({ stem: stemOf(foldForm(segment).replace(/['’].*$/u, '')), raw: segment });
  }
  return terms;
}
