import { codeRangesOf } from '#text/domain/code-ranges.ts';
import { quoteFinder } from '#text/domain/find-quote.ts';
import { isGerman } from '#text/domain/language.ts';
import type { TextRange } from '#text/domain/text-range.ts';
import { trimEnds } from '#text/domain/trim-ends.ts';

import type { DraftCitation } from '../../../protocol.ts';
import { marksOf } from '../citations/marks.ts';
import { draftSentences } from '../draft-sentences.ts';
import { quotationsIn } from './claims.ts';

const OPINION =
  /^\W*(?:(?:I|we) (?:think|believe|feel|hope|guess|suspect|wonder|like|love|wish|want)\b|(?:in my|in our) (?:view|opinion)\b|(?:ich|wir) (?:finde|glaube|denke|meine|hoffe|vermute|finden|glauben|denken|meinen|hoffen)(?!\p{L})|(?:meiner|unserer) (?:Meinung|Ansicht)(?!\p{L}))/iu;
const QUESTION = /[?？]["'”’»)*_]*\s*$/u;
const FIGURE = /\d|[%‰]/u;
const SUPERLATIVE =
  /(?<!\p{L})(?:first|largest|biggest|smallest|fastest|slowest|cheapest|highest|lowest|oldest|newest|best|worst|most|least|only|always|never|every|none|nobody|everybody|everyone|erste[nrsm]?|größte[nrsm]?|kleinste[nrsm]?|schnellste[nrsm]?|billigste[nrsm]?|höchste[nrsm]?|älteste[nrsm]?|beste[nrsm]?|schlechteste[nrsm]?|meiste[nrsm]?|einzige[nrsm]?|immer|nie|niemals|niemand|jede[nrsm]?|alle)(?!\p{L})/iu;
/** A capitalised word behind a lower-case word: the beginning of a sentence or a title in capitals does not count. */
const NAME = /\p{Ll}[,;]?[ \n]+(?!I\b)\p{Lu}[\p{L}\p{M}'’-]+/u;
/** German nouns are capitalised, so only two such words in sequence, or an all-capitals word, count as a name. */
const GERMAN_NAME = /\p{Ll}[,;]?[ \n]+(?:\p{Lu}\p{Ll}+[ \n]+\p{Lu}\p{Ll}+|\p{Lu}{2,})/u;

type Cited = Pick<DraftCitation, 'number' | 'quote'>;

/**
 * Sentences that state something that can be checked and have no mark: with a figure, a quotation, a name, or a word
 * such as "never". A sentence inside the quote of the next mark shares that mark. A heuristic for English and German:
 * it lists candidates for the person.
 */
export function unsupportedClaims(text: string, citations: readonly Cited[] = []): readonly TextRange[] {
  const marks = marksOf(text);
  const quotes = new Map(citations.map(({ number, quote }) => [number, quoteFinder(quote)]));
  const code = codeRangesOf(text).filter(({ isFenced }) => !isFenced);
  const name = isGerman(text) ? GERMAN_NAME : NAME;
  let nextMark = 0;
  let nextCode = 0;
  const codeIn = ({ start, end }: TextRange) => {
    const inside: TextRange[] = [];
    for (let index = nextCode; (code[index]?.start ?? Infinity) < end; index += 1) {
      const range = code[index];
      if (range) inside.push({ start: Math.max(start, range.start) - start, end: Math.min(end, range.end) - start });
    }
    return inside;
  };
  return draftSentences(text).flatMap(({ start, end }) => {
    while ((marks[nextMark]?.at ?? Infinity) < start) nextMark += 1;
    while ((code[nextCode]?.end ?? Infinity) <= start) nextCode += 1;
    if ((marks[nextMark]?.at ?? Infinity) < end) return [];
    const sentence = withoutCode(text.slice(start, end), codeIn({ start, end })).trimEnd();
    if (QUESTION.test(sentence) || OPINION.test(sentence)) return [];
    const isCheckable =
      FIGURE.test(sentence) || quotationsIn(sentence).length > 0 || SUPERLATIVE.test(sentence) || name.test(sentence);
    const find = quotes.get(marks[nextMark]?.number ?? 0);
    if (isCheckable && find?.(trimEnds(sentence, /[\p{P}\s]/u))) return [];
    return isCheckable ? [{ start, end: start + sentence.length }] : [];
  });
}

/** Replaces code by spaces. */
function withoutCode(sentence: string, code: readonly TextRange[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of code) {
    kept += sentence.slice(from, start) + ' '.repeat(end - start);
    from = end;
  }
  return kept + sentence.slice(from);
}
