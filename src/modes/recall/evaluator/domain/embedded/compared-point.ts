import { formulasIn } from '#text/domain/formulas.ts';
import type { Lexicon } from '#text/domain/words.ts';

import type { Point } from '../evaluation.ts';
import { asWritten, formulaLetters } from './formula.ts';
import { type Statement, statementOf, statementsIn } from './statement.ts';
import { ONLY_SMALL, UNGIVEN, verbsOf } from './word-keys.ts';

/** A point as messages are compared with it. */
export interface ComparedPoint extends Pick<Statement, 'keys' | 'small' | 'telling' | 'signs' | 'isFormula'> {
  readonly id: string;
  readonly written: string;
  /** Of its formulas, and of the last one alone, which mostly is the answer; empty without one. */
  readonly letters: readonly string[];
  /** Of its own question, and of the heading above it. */
  readonly questionKeys: readonly string[];
  readonly headingKeys: readonly string[];
  readonly sentences: number;
}

const known = new WeakMap<Point, { readonly lexicon: Lexicon; readonly compared: ComparedPoint }>();

/** Points are read with every message, and stay the same. */
export function comparedPoint(point: Point, lexicon: Lexicon): ComparedPoint {
  const before = known.get(point);
  if (before?.lexicon === lexicon) return before.compared;
  const statement = statementOf(point.text, lexicon);
  const compared = {
    ...statement,
    id: point.id,
    written: asWritten(point.text),
    letters: statement.isFormula ? lettersOf(point.text) : [],
    questionKeys: statementOf(point.question ?? '', lexicon).keys,
    headingKeys: statementOf(point.context, lexicon).keys,
    sentences: statementsIn(point.text, lexicon).length,
  };
  known.set(point, { lexicon, compared });
  return compared;
}

function lettersOf(text: string): readonly string[] {
  const last = formulasIn(text).at(-1);
  return [text, ...(last ? [last.tex] : [])].map(formulaLetters).filter((letters) => letters !== '');
}

/** What the person saw before they wrote. */
export interface Question {
  readonly keys: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly askedIds: readonly string[];
  /** The points whose heading is in view. */
  readonly headed: readonly ComparedPoint[];
  /** The own question of a point is in view: an answer is to that one. */
  readonly hasOwnQuestion: boolean;
}

export function questionOf(
  { keys, stems }: Statement,
  points: readonly ComparedPoint[],
  askedIds: readonly string[],
): Question {
  const asked = new Set(keys.flatMap((key) => (key.startsWith(ONLY_SMALL) ? [key, key.slice(1)] : [key])));
  const has = (named: readonly string[]) => named.length > 0 && named.every((key) => asked.has(key));
  const headed = points.filter(({ headingKeys }) => has(headingKeys));
  return { keys: asked, stems, askedIds, headed, hasOwnQuestion: points.some(({ questionKeys }) => has(questionKeys)) };
}

/** Whether words are about the question and the heading of a point: these are in view, or said, or need not be. */
export function isAbout(said: readonly string[], point: ComparedPoint, asked: Question): boolean {
  const { id, keys, questionKeys, headingKeys } = point;
  const needsQuestion = !asked.askedIds.includes(id) && (asked.hasOwnQuestion || said.length !== keys.length);
  const own = new Set(keys);
  const isLike = (other: ComparedPoint) => 2 * other.keys.filter((key) => own.has(key)).length >= keys.length;
  const needsHeading = headingKeys.length > 0 && asked.headed.some((other) => other !== point && isLike(other));
  const needed = [...(needsQuestion ? questionKeys : []), ...(needsHeading ? headingKeys : [])];
  const named = new Set([...asked.keys, ...keys, ...said]);
  return needed.every((key) => named.has(key));
}

/** The most keys of an answer of which every word counts. */
const MAX_SHORT = 3;
/** What says nothing around a word: "it means a cat". */
const AROUND_ANSWERS = new Set(['a', 'an', 'the', 'i', 'think', 'it', 'its', 'is', "it's", 'means']);

/**
 * Whether a sentence says a point: its words in its order, without the ones that the question gave, and no others but
 * those of its own question and heading. A question or heading that was not in view has to be said, too.
 */
export function saysWhole(point: ComparedPoint, asked: Question): (said: Statement) => boolean {
  const { id, keys, questionKeys, headingKeys } = point;
  const inView = new Set([...asked.keys, ...(asked.askedIds.includes(id) ? questionKeys : [])]);
  const mayGive = (key: string) => inView.has(key) && !UNGIVEN.has(key);
  const isGiven = keys.every(mayGive) ? () => false : mayGive;
  const own = new Set(keys);
  const around = new Set([...questionKeys, ...headingKeys].filter((key) => !UNGIVEN.has(key) && !own.has(key)));
  const hasWords = (said: readonly string[]): boolean => {
    let at = 0;
    for (const key of said) {
      const from = at;
      while (at < keys.length && keys[at] !== key && isGiven(keys[at] ?? '')) at += 1;
      if (keys[at] === key) at += 1;
      else if (around.has(key)) at = from;
      else return false;
    }
    return keys.slice(at).every(isGiven);
  };
  // `der Mann` is not `die Mann`, and `à la maison` not `de la maison`.
  const isShort = questionKeys.length > 0 && keys.length <= MAX_SHORT && point.small.length > 0;
  const verbs = verbsOf(point.small);
  const maySay = new Set([...point.small, ...questionKeys]);
  const isSameForm = ({ small }: Statement) => small.every((word) => maySay.has(word) || AROUND_ANSWERS.has(word));
  return (said) =>
    !said.isFormula &&
    (!isShort || isSameForm(said)) &&
    (verbs.size === 0 || [...verbsOf(said.small)].every((verb) => verbs.has(verb))) &&
    !said.isQuestion &&
    said.signs === point.signs &&
    hasWords(said.keys) &&
    isAbout(said.keys, point, asked);
}
