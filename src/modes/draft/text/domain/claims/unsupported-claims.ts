import { isGerman } from '#text/domain/language.ts';

import { marksOf } from '../citations/marks.ts';
import { codeRangesOf } from '../code-ranges.ts';
import { sentencesOf } from '../sentences.ts';
import type { TextRange } from '../text-range.ts';
import { quotationsIn } from './figures.ts';

const OPINION =
  /^\W*(?:(?:I|we) (?:think|believe|feel|hope|guess|suspect|wonder|like|love|wish|want)\b|(?:in my|in our) (?:view|opinion)\b|(?:ich|wir) (?:finde|glaube|denke|meine|hoffe|vermute|finden|glauben|denken|meinen|hoffen)(?!\p{L})|(?:meiner|unserer) (?:Meinung|Ansicht)(?!\p{L}))/iu;
const QUESTION = /[?？]["'”’»)*_]*\s*$/u;
const FIGURE = /\d|[%‰]/u;
const SUPERLATIVE =
  /(?<!\p{L})(?:first|largest|biggest|smallest|fastest|slowest|cheapest|highest|lowest|oldest|newest|best|worst|most|least|only|always|never|every|none|nobody|everybody|everyone|erste[nrsm]?|größte[nrsm]?|kleinste[nrsm]?|schnellste[nrsm]?|billigste[nrsm]?|höchste[nrsm]?|älteste[nrsm]?|beste[nrsm]?|schlechteste[nrsm]?|meiste[nrsm]?|einzige[nrsm]?|immer|nie|niemals|niemand|jede[nrsm]?|alle)(?!\p{L})/iu;
/** Behind a lower-case word, so that neither the beginning nor a title in capitals counts. */
const NAME = /\p{Ll}[,;]?[ \n]+(?!I\b)\p{Lu}[\p{L}\p{M}'’-]+/u;
/** German nouns have capitals: only two such words in sequence, or capitals alone, show a name. */
const GERMAN_NAME = /\p{Ll}[,;]?[ \n]+(?:\p{Lu}\p{Ll}+[ \n]+\p{Lu}\p{Ll}+|\p{Lu}{2,})/u;

/**
 * Sentences that state what can be checked and have no mark: with a figure, a quotation, a name, or a word such as "never".
 * A rule of thumb for English and German: it lists candidates for the person to look at.
 */
export function unsupportedClaims(text: string): readonly TextRange[] {
  const marks = marksOf(text);
  const code = codeRangesOf(text).filter(({ isFenced }) => !isFenced);
  const name = isGerman(text) ? GERMAN_NAME : NAME;
  return sentencesOf(text).flatMap(({ start, end }) => {
    if (marks.some(({ at }) => at >= start && at < end)) return [];
    const sentence = withoutCode(text, code, { start, end }).trimEnd();
    if (QUESTION.test(sentence) || OPINION.test(sentence)) return [];
    const isCheckable =
      FIGURE.test(sentence) || quotationsIn(sentence).length > 0 || SUPERLATIVE.test(sentence) || name.test(sentence);
    return isCheckable ? [{ start, end: start + sentence.length }] : [];
  });
}

/** With spaces in the place of code. */
function withoutCode(text: string, code: readonly TextRange[], { start, end }: TextRange): string {
  let sentence = text.slice(start, end);
  for (const range of code) {
    if (range.end <= start || range.start >= end) continue;
    const from = Math.max(0, range.start - start);
    const to = Math.min(end, range.end) - start;
    sentence = sentence.slice(0, from) + ' '.repeat(to - from) + sentence.slice(to);
  }
  return sentence;
}
