import { UNSPACED } from '#text/domain/segments.ts';
import type { Lexicon } from '#text/domain/words.ts';

import { beginningOf } from './bounds.ts';
import type { ComparedPoint, Question } from './compared-point.ts';
import { formulaLetters, sharedLetters } from './formula.ts';
import { type Statement, statementOf, trimmed } from './statement.ts';

export interface Near {
  /** Of the point's telling words that the question did not give. */
  readonly share: number;
  /** The sentence or clause that has most of them. */
  readonly quote: string;
}

const MAX_QUOTE_LENGTH = 240;
const MAX_PARTS_WITH = 64;
const MAX_FORMULAS = 64;
const BETWEEN_FORMULAS = /[,;\n]|(?<=\s)(?:and|or|und|oder|sowie)(?=\s)/u;
/** "E = mc³" is near "E = mc²". */
const MIN_ALIKE = 0.75;

/**
 * What comes near a point: two of its telling words that the question did not give, or half of them, or one of the
 * point asked for. A single word counts only if hardly anything else is said beside it. A formula is near one of nearly
 * the same letters. Questions are no answers.
 */
export function nearestIn(
  statements: readonly Statement[],
  lexicon: Lexicon,
): (point: ComparedPoint, asked: Question) => Near | null {
  const parts = statements
    .filter(({ isQuestion }) => !isQuestion)
    .flatMap((statement) => (statement.text.length <= MAX_QUOTE_LENGTH ? [statement] : clausesOf(statement, lexicon)));
  const partsWith = new Map<string, Statement[]>();
  for (const part of parts)
    for (const stem of part.telling) {
      const places = partsWith.get(stem);
      if (!places) partsWith.set(stem, [part]);
      else if (places.length < MAX_PARTS_WITH) places.push(part);
    }
  const formulas = parts
    .filter(({ isFormula }) => isFormula)
    .flatMap((part) => [part.text, ...part.text.split(BETWEEN_FORMULAS)])
    .slice(0, MAX_FORMULAS)
    .map((text) => ({ text: text.trim(), letters: formulaLetters(text) }));
  const nearFormula = ({ letters }: ComparedPoint): Near | null => {
    const [best] = formulas
      .map(({ text, letters: own }) => ({
        text,
        share: Math.max(0, ...letters.map((each) => sharedLetters(each, own))),
      }))
      .toSorted((one, other) => other.share - one.share);
    return best && best.share >= MIN_ALIKE ? { share: best.share, quote: best.text } : null;
  };
  const clauses = new Map<Statement, readonly Statement[]>();
  /** The clause of a sentence that has all that the sentence has of a point. */
  const clauseWith = (part: Statement, stems: readonly string[]): Statement => {
    const inPart = clauses.get(part) ?? clausesOf(part, lexicon);
    clauses.set(part, inPart);
    const has = ({ telling }: Statement) =>
      stems.every((stem) => telling.has(stem) || telling.has(headIn(stem, telling)));
    return stems.length > 1 ? (inPart.find(has) ?? part) : part;
  };
  const spellings = new Map(
    [...partsWith].flatMap(([stem, at]) => spellingsOf(stem).map((spelling) => [spelling, at])),
  );
  const misspelt = (stem: string): readonly Statement[] =>
    spellingsOf(stem)
      .map((spelling) => spellings.get(spelling))
      .find((at) => at !== undefined) ?? [];
  return (point, asked) => {
    const { id, telling } = point;
    const wanted = [...telling].filter((stem) => !asked.stems.has(stem));
    const partsOf = (stem: string) => {
      const head = headIn(stem, partsWith);
      return partsWith.get(stem) ?? (asked.stems.has(head) ? undefined : partsWith.get(head)) ?? misspelt(stem);
    };
    const said = wanted.filter((stem) => partsOf(stem).length > 0).length;
    const counts = Map.groupBy(wanted.flatMap(partsOf), (part) => part);
    const [part, found] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    if (!part || !found) return nearFormula(point);
    const isMuch = 2 * said >= wanted.length || asked.askedIds.includes(id);
    const fresh = [...part.telling].filter((stem) => !asked.stems.has(stem));
    const isAlone = isMuch && 2 * found.length >= fresh.length;
    if (said <= 1 && !isAlone) return nearFormula(point);
    const own = wanted.filter((stem) => partsOf(stem).includes(part));
    return { share: said / wanted.length, quote: trimmed(clauseWith(part, own)) };
  };
}

const MIN_HEAD = 5;
const MIN_MODIFIER = 3;

/** The end of a compound that is said: of `Blutgerinnung`, `Gerinnung`. Else the compound. */
function headIn(stem: string, said: { has(stem: string): boolean }): string {
  for (let at = MIN_MODIFIER; at <= stem.length - MIN_HEAD; at += 1)
    if (said.has(stem.slice(at))) return stem.slice(at);
  return stem;
}

const MIN_SPELT = 5;
const MAX_SPELT = 30;

/** A word, and each word with one letter less. Words with one in common differ by a slip: `nehmen` and `nemen`. */
function spellingsOf(stem: string): readonly string[] {
  if (stem.length < MIN_SPELT || stem.length > MAX_SPELT || /\P{L}/u.test(stem) || UNSPACED.test(stem)) return [];
  return Array.from({ length: stem.length }, (_, at) => (at === 0 ? stem : stem.slice(0, at) + stem.slice(at + 1)));
}

function clausesOf({ text }: Statement, lexicon: Lexicon): readonly Statement[] {
  const clauses = text.split(/(?<=[,;:、，–—])/u).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  return clauses.map((clause) => statementOf(beginningOf(clause.trim(), MAX_QUOTE_LENGTH), lexicon));
}
