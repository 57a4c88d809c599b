import { asRead } from '#text/domain/as-read.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';
import type { Word } from '#text/domain/word.ts';
import { type Lexicon, read } from '#text/domain/words.ts';

import { withSameDates } from './dates.ts';
import { isFormula } from './formula.ts';
import { isTelling, keysOf, smallWordsOf } from './word-keys.ts';

/** A sentence of a message, or the whole text of a point. */
export interface Statement {
  /** Verbatim. */
  readonly text: string;
  /** The words that decide whether two statements say the same, in order. */
  readonly keys: readonly string[];
  /** The others. */
  readonly small: readonly string[];
  readonly stems: ReadonlySet<string>;
  /** Those of the words that show what it is about. */
  readonly telling: ReadonlySet<string>;
  /** Signs such as % and €, in order. */
  readonly signs: string;
  readonly isFormula: boolean;
  readonly isQuestion: boolean;
  /** It retracts the statements before it, as "No, that is wrong" does. */
  readonly takesBack: boolean;
}

const SIGN = /[%‰°\p{Sc}§&#@/]|(?<=\s)[-–](?=\s)/gu;
const TAKES_BACK =
  /^\P{L}*(?:(?:oh|ah|ach),? )?(?:(?:no|nope|nein|non|nee|wrong|wait|sorry|actually|falsch|quatsch)(?=\P{L}*(?:[,.!…:–-]|$))|(?:that|this|it|das|es|stimmt) (?:is |was |ist |war )?(?:wrong|false|not (?:true|right|it)|falsch|nicht)(?!\p{L}))/iu;
/** A formula has its letters instead. */
const MIN_TELLING = 2;
/** Before an entry of a list. */
const LIST_SIGN = /^\s*(?:[•*]\s+|\d{1,3}[.)]\s+)/u;

export function statementOf(text: string, lexicon: Lexicon): Statement {
  const plain = withSameDates(asRead(text.replace(LIST_SIGN, '')));
  const { words, clauses } = read(plain, lexicon);
  const telling = words.filter(isTelling);
  const isWritten = isFormula(text);
  return {
    text: text.trim(),
    keys: keysOf(words, plain),
    small: smallWordsOf(words, plain),
    stems: new Set(words.map(({ stem }) => stem)),
    telling: new Set((telling.length < MIN_TELLING && isWritten ? inFormula(words) : telling).map(({ stem }) => stem)),
    signs: (plain.match(SIGN) ?? []).join(''),
    isFormula: isWritten,
    isQuestion: clauses.some(({ isQuestion }) => isQuestion),
    takesBack: TAKES_BACK.test(plain),
  };
}

/** Small numbers are in many formulas. */
function inFormula(words: readonly Word[]): readonly Word[] {
  const letters = words.filter((word) => !word.isNumber || isTelling(word));
  return letters.length > 0 ? letters : words;
}

/** A quote of fewer letters shows something only as the whole message. */
const MIN_LETTERS = 3;

/** Its words without the sign at the end. */
export function trimmed({ text }: Statement): string {
  const words = trimEnd(text, /[\s.,;:]/u);
  return (words.match(/[\p{L}\p{N}]/gu) ?? []).length < MIN_LETTERS ? text : words;
}

/** After a semicolon, and where the next sentence begins in lower case, as people often type. */
const PARTS = /(?<=;)|(?<=\p{Ll}{3}(?<!bzw|etc|usw|vgl)[.!?])(?=\s+\p{Ll})/u;

/** Splits a text into its sentences and their parts. With `count`, each statement joins that many neighbours. */
export function statementsIn(text: string, lexicon: Lexicon, count = 1): readonly Statement[] {
  const parts: string[] = [];
  for (const part of sentencesOf(text).flatMap((sentence) => sentence.text.split(PARTS)))
    if (/[^\s;]/u.test(part)) parts.push(part);
    // A run of them is verbatim.
    else if (parts.length > 0) parts.push((parts.pop() ?? '') + part);
  const runs = parts.slice(count - 1).map((_, from) => parts.slice(from, from + count).join(''));
  return runs.map((run) => statementOf(run, lexicon));
}
