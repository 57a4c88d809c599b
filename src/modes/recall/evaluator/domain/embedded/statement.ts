import { asRead } from '#text/domain/as-read.ts';
import { codeRangesOf } from '#text/domain/code-ranges.ts';
import { formulasIn } from '#text/domain/formulas.ts';
import { functionWords, vagueWords } from '#text/domain/function-words.ts';
import { withoutInvisible } from '#text/domain/invisible.ts';
import { UNSPACED } from '#text/domain/segments.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import { lightWords } from '#text/domain/stop-words.ts';
import type { TextRange } from '#text/domain/text-range.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';
import type { Word } from '#text/domain/word.ts';
import { type Lexicon, read } from '#text/domain/words.ts';

import { isFormula } from './formula.ts';

/** A sentence of a message, or the whole text of a point. */
export interface Statement {
  /** Verbatim. */
  readonly text: string;
  /** All of its words but English articles, in order. Two statements with the same ones say the same. */
  readonly words: readonly string[];
  /** Signs such as %, & and brackets, in order. */
  readonly signs: string;
  /** Of the words that show what it is about; of these and its numbers; of all. Each is in the next. */
  readonly stems: readonly [telling: ReadonlySet<string>, counting: ReadonlySet<string>, all: ReadonlySet<string>];
  readonly isFormula: boolean;
  readonly isQuestion: boolean;
  readonly hasNegation: boolean;
  /** It retracts the statements before it, as "No, that is wrong" does. */
  readonly takesBack: boolean;
}

const SIGN = /[%‰°\p{Sc}§&#@/()[\]]/gu;
const TAKES_BACK =
  /^\P{L}*(?:(?:oh|ah|ach),? )?(?:(?:no|nope|nein|non|nee|not|nicht|hardly|kaum|never|nie|wrong|wait|sorry|actually|falsch|quatsch)(?=\P{L}*(?:[,.!…:–-]|$))|(?:that|this|it|das|es|stimmt) (?:is |was |ist |war )?(?:wrong|false|not (?:true|right|it)|falsch|nicht)(?!\p{L}))/iu;
/** The sign of an entry of a list, and words that say nothing. */
const LEAD =
  /^\s*(?:[•*]\s+|\d{1,3}[.)]\s+)?(?:(?:well|so|ok|okay|also|i (?:think|guess|believe)(?: that)?|ich (?:glaube|denke)|je (?:pense|crois) que|creo que|penso che),? )*/iu;
const MONEY: readonly (readonly [RegExp, string])[] = [
  [/\$(\p{N}{1,12}(?:[.,]\p{N}{1,12}){0,4})(?![^\s$]{0,40}\$)/gu, '$1 dollars'],
  [/€(\p{N}{1,12}(?:[.,]\p{N}{1,12}){0,4})|(?<=\p{N})\s?€/gu, '$1 euros'],
  [/£(\p{N}{1,12}(?:[.,]\p{N}{1,12}){0,4})/gu, '$1 pounds'],
];

/** "28 Juni", "28 June" and "28 Jun" have the same month. */
const MONTHS =
  /^(jan|feb|mar|apr|jun|jul|aug|sep|o[ck]t|nov|de[cz])(?:uary?|ruary?|ch|z|il|[eiy]|ust|t|tember|ober|ember)?$/u;

export function statementOf(text: string, lexicon: Lexicon): Statement {
  const spelled = MONEY.reduce((so, [sign, words]) => so.replace(sign, words), text.replace(LEAD, ''));
  const plain = asRead(spelled);
  const { words: found, clauses } = read(plain, lexicon);
  const words = found.map((word) => ({
    ...word,
    stem: MONTHS.exec(word.form)?.[1]?.replace(/[zk]/u, 'c') ?? word.stem,
  }));
  const telling = words
    .filter((word, index) => isTelling(word) && !(index === 0 && words.length > 1 && ARTICLE.test(word.form)))
    .map(({ stem }) => stem);
  // "28.6.1919" has the numbers of "28 June 1919".
  const parts = words.flatMap(({ form }) => (/^\d+(?:[.,]\d+)+$/.test(form) ? form.split(/[.,]/) : []));
  const content = words.filter(({ isContent, isNumber }) => isContent || isNumber).map(({ stem }) => stem);
  return {
    text: text.trim(),
    words: words.flatMap((word, index) => wordOf(word, words[index - 1], plain)),
    signs: (plain.match(SIGN) ?? []).join(''),
    stems: [
      new Set([...telling, ...parts.filter((part) => part.length > 1)]),
      new Set([...telling, ...parts, ...content]),
      new Set([...parts, ...words.filter(({ form }) => form !== 'to').map(({ stem }) => stem)]),
    ],
    isFormula: isFormula(spelled),
    isQuestion: clauses.some(({ isQuestion }) => isQuestion),
    hasNegation: words.some(({ isNegator }) => isNegator),
    takesBack: TAKES_BACK.test(plain),
  };
}

/**
 * "5 mW" and "5 MW" differ, so do "CO" and "Co", "C" and "c", "3,142" and "3142", "11" and "11th", "bulb A" and "a bulb";
 * "four" is 4.
 */
function wordOf(word: Word, before: Word | undefined, text: string): readonly string[] {
  const raw = withoutInvisible(text.slice(word.start, word.end)).replace(/[’ʼ]/gu, "'");
  if (word.isNumber) return [/[.,]|\p{N}\p{L}/u.test(raw) ? raw : word.stem];
  if (/^(?:an?|the)$/i.test(raw) && !word.isContent) return [];
  const isBeginning = before === undefined && !word.isContent;
  const isSymbol =
    (before?.isNumber === true && raw.length <= 3) ||
    word.stem === '#a' ||
    /\p{Ll}\p{Lu}|^.\p{Lu}$/u.test(raw) ||
    (raw.length <= 2 && !isBeginning);
  return [isSymbol ? raw : raw.toLowerCase()];
}

/** An article of a language that may not be that of the set. */
const ARTICLE = /^(?:el|la|los|las|le|les|il|lo|gli|un[aeo]?|de[rnms]|die|das|os?|as?)$/;
/** Words of any conversation. */
const EVERYDAY = new Set(
  `moment moments second seconds minute minutes zeit zeiten augenblick minuten sekunde sekunden tag tage jahr jahre stunde
  stunden punkt frage antwort idee wort hilfe tiempo momento temps 時間 問題 質問 言葉`.split(/\s+/),
);

/** Numbers up to here are in any text. */
const MAX_COMMON_NUMBER = 12;

/** Whether a word shows what a statement is about. */
function isTelling({ isContent, isNumber, form, stem }: Word): boolean {
  if (isNumber) return Number(stem) > MAX_COMMON_NUMBER;
  if (form.length < 2 && !UNSPACED.test(form)) return false;
  return isContent && ![lightWords, vagueWords, functionWords, EVERYDAY].some((words) => words.has(form));
}

/** A quote of fewer letters shows something only as the whole message. */
const MIN_LETTERS = 3;

/** Its words without the sign at the end. */
export function trimmed({ text }: Statement): string {
  const words = trimEnd(text, /[\s.,;:]/u).replace(/^(?:and|und|et|y)\s+/iu, '');
  return (words.match(/[\p{L}\p{N}]/gu) ?? []).length < MIN_LETTERS ? text : words;
}

/**
 * After a semicolon, and where the next sentence begins in lower case, as people often type, with a number or with a
 * formula. "9. 11." may be a day.
 */
const PARTS =
  /(?<=;)|(?<=(?:\p{Ll}{3}(?<!bzw|etc|usw|vgl)|\p{N}|[)$}\]]|[-+*/=^( ]\p{L})[.!?])(?<!(?<!\p{L})(?:z\. ?B|d\. ?h|u\. ?a|i\. ?e|e\. ?g|[vn])\.)(?=\s+[\p{Ll}\\$]|\s+\p{L}[\^(=_]|\s+\p{N}{1,9}\s?[*+=^×·])|(?<=(?:\p{Ll}{3}(?<!bzw|etc|usw|vgl)|[$€£]\p{N}{1,12}|[)$}\]])[.!?])(?=\s+\p{N})/gu;

/** The sentences of a text, and their parts. */
export function statementsIn(text: string, lexicon: Lexicon): readonly Statement[] {
  const parts = sentencesOf(text).flatMap((sentence) => splitAt(sentence.text, PARTS));
  return parts.filter((part) => /[^\s;]/u.test(part)).map((part) => statementOf(part, lexicon));
}

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The parts of a text between the places of a pattern that are not in brackets, code or a formula. */
export function splitAt(text: string, pattern: RegExp): readonly string[] {
  const places = [...text.matchAll(pattern)].map(({ index }) => index);
  if (places.length === 0) return [text];
  const whole: TextRange[] = [...codeRangesOf(text), ...formulasIn(text)];
  const open: { sign: string; start: number }[] = [];
  for (const { 0: sign, index } of text.matchAll(/[([{)\]}]/gu)) {
    if (!(sign in CLOSES)) open.push({ sign, start: index });
    else if (open.at(-1)?.sign === CLOSES[sign]) whole.push({ start: open.pop()?.start ?? index, end: index + 1 });
  }
  const depth = new Int32Array(text.length + 1);
  for (const { start, end } of whole)
    for (const [at, by] of [
      [start + 1, 1],
      [end, -1],
    ] as const)
      depth[at] = (depth[at] ?? 0) + by;
  depth.forEach((by, at) => (depth[at] = by + (depth[at - 1] ?? 0)));
  const cuts = [0, ...places.filter((at) => depth[at] === 0), text.length];
  return cuts.slice(1).map((to, at) => text.slice(cuts[at], to));
}
