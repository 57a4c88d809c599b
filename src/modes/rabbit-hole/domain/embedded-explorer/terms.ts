import { wordSegments } from '#text/domain/segments.ts';
import { stemOfWord } from '#text/domain/stems.ts';
import { lightWords, type StopWords, stopWordsFor } from '#text/domain/stop-words.ts';

/** A content word with its stem. */
export interface SearchTerm {
  readonly stem: string;
  readonly raw: string;
}

const MAX_READ_LENGTH = 8_000;
/** Words about conversation, which occur in any question. */
const TALKING = new Set(
  'tell told curious interesting interested wonder wondering explain question ask asked talk learn interessant erzähl erkläre frage'.split(
    ' ',
  ),
);

/** The telling words of a text in order. `stopWords` are those of its language. */
export function searchTermsOf(text: string, stopWords: StopWords = stopWordsFor(text)): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const { segment, isWordLike } of wordSegments(text.slice(0, MAX_READ_LENGTH))) {
    if (!isWordLike) continue;
    const word = segment.toLowerCase();
    if (stopWords.has(word) || lightWords.has(word) || TALKING.has(word) || /^[a-z]$/u.test(word)) continue;
    terms.push({ stem: stemOfWord(segment), raw: segment });
  }
  return terms;
}
