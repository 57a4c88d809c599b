import { formulasIn } from '#text/domain/formulas.ts';
import { functionWords, vagueWords } from '#text/domain/function-words.ts';
import { numberIn } from '#text/domain/numbers.ts';
import { isGuess } from '#text/domain/questions.ts';
import { UNSPACED } from '#text/domain/segments.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import { lightWords } from '#text/domain/stop-words.ts';
import { germanTermOf } from '#text/domain/terms.ts';
import type { Word } from '#text/domain/word.ts';
import { type Lexicon, read } from '#text/domain/words.ts';

import { foldedMarks } from '../own-words.ts';

/** A word of a text, regardless of its inflection. */
export interface Term {
  /** Its stems in English and German. Words with a common stem are equal. */
  readonly keys: readonly string[];
  readonly isNumber: boolean;
  readonly isNegator: boolean;
  /** It is not a function word, and shows what a text is about. */
  readonly isContent: boolean;
  readonly isTelling: boolean;
}

/** A sentence, a part of one, or the text of a point. */
export interface Statement {
  /** Verbatim. */
  readonly text: string;
  /** Its words and signs. Two texts with the same tokens in the same order state the same. */
  readonly tokens: readonly string[];
  /** It has no signs besides its words. */
  readonly isPlain: boolean;
  /** It asks somebody something: "Warsaw?" does not. */
  readonly isQuestion: boolean;
  readonly terms: readonly Term[];
  /** The letters and digits of its formulas; empty without one. */
  readonly letters: string;
}

/** Signs that can turn a text into its opposite. Hyphens inside words cannot. */
const SIGN = /[\p{S}\p{No}\\_{}()[\]/%&#@*§‰]|(?<!\p{L}{2})[-!]|-(?!\p{L}{2})|(?<!\p{L})\p{L}'(?!\p{L})/u;
const FORMULA = /[\p{Sm}\p{No}\\^_{}*]|\p{L}\(|(?<![\p{L}\p{N}])-\p{L}|(?<!\p{L})(?:sin|cos|tan|log|ln)(?!\p{L})/u;

export function statementOf(text: string, lexicon: Lexicon): Statement {
  const written = withoutMarks(text);
  const isPlain = !SIGN.test(written);
  const { words, clauses } = read(written.replace(/\\\p{L}+/gu, ' '), lexicon);
  return {
    text: text.trim(),
    tokens: tokensOf(written, { isPlain, lexicon }),
    isPlain,
    isQuestion: clauses.some(({ isQuestion }) => isQuestion) && !isGuess(text),
    terms: [...new Map(words.map((word) => [word.stem, termOf(word)])).values()],
    letters: FORMULA.test(written) || formulasIn(text).length > 0 ? lettersOf(written) : '',
  };
}

/** Removes the marks of formulas, code and bold text, which readers do not see. */
function withoutMarks(text: string): string {
  let [plain, from] = ['', 0];
  for (const { start, end, tex } of formulasIn(text)) {
    plain += `${text.slice(from, start)} ${tex} `;
    from = end;
  }
  const bold = /`|\\[,;:!]|(?<![\p{L}\p{N}*])\*\*(?=\p{L})|(?<=\p{L})\*\*(?![\p{L}\p{N}(*])/gu;
  return foldedMarks((plain + text.slice(from)).replace(bold, ''));
}

const TOKEN = /\p{Nd}+(?:[.,]\p{Nd}+)*|[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*|\S/gu;
/** Phrases with which people begin a sentence. */
const LEAD =
  /^\s*(?:[•*]\s+)?(?:(?:well|so|ok|okay|also|i (?:think|guess|believe)(?: that)?|ich (?:glaube|denke)|je (?:pense|crois) que|creo que|penso che),? ){0,2}/iu;

/** Omits "the"; in texts with signs, signs and marks count. Symbols such as "Co", "mW" and "NaCl" keep their case. */
function tokensOf(written: string, { isPlain, lexicon }: { readonly isPlain: boolean; readonly lexicon: Lexicon }) {
  const tokens = Array.from(written.replace(LEAD, '').matchAll(TOKEN), ([token], at) => {
    // A polite ending.
    const lower = token.toLowerCase().replace(/(?<=.)です$/u, '');
    const isWord = token.length > 2 || (at === 0 && lexicon.stopWords.has(lower));
    if (!isWord || /^\p{N}|\p{Ll}\p{Lu}/u.test(token)) return token;
    return numberIn(lower) ?? lower;
  });
  while (/^[.,;。]$/u.test(tokens.at(-1) ?? '')) tokens.pop();
  return isPlain ? tokens.filter((token) => /[\p{L}\p{N}?؟]/u.test(token) && token !== 'the') : tokens;
}

const ARTICLE = /^(?:el|la|los|las|le|les|il|lo|gli|un[aeo]?|de[rnms]|die|das)$/u;
/** Words that occur in any conversation. */
const EVERYDAY =
  /^(?:moments?|augenblick|zeit|sekunden?|minuten?|tag|tage|jahre?|stunden?|punkt|frage|antwort|wort|hilfe|relativ(?:ely)?|absolut(?:ely)?|total(?:ly)?|ziemlich|extrem(?:ely)?|fairly|wahrscheinlich|komplett|completely|時間|問題|質問)$/u;

function termOf({ form, stem, isContent: isNoStopWord, isNumber, isNegator }: Word): Term {
  const isLetter = form.length < 2 && !UNSPACED.test(form);
  const isContent = isNumber || (isNoStopWord && !isLetter && !ARTICLE.test(form));
  const isVague = EVERYDAY.test(form) || [lightWords, vagueWords, functionWords].some((words) => words.has(form));
  const isTelling = isNumber || (isContent && !isVague);
  return { keys: [stem, germanTermOf(form)], isNumber, isNegator, isContent, isTelling };
}

/** Names of functions and words of two letters are excluded, as they may belong to a formula. */
const WORD = /(?<!\p{L})(?!(?:sin|cos|tan|cot|log|exp|lim)(?!\p{L}))\p{L}{3,}(?:'s)?(?!\p{L})/gu;
const COMMAND = /\\(?!sin|cos|tan|cot|log|ln|exp|lim|pi)\p{L}+/gu;
const MAX_LETTERS = 60;

function lettersOf(written: string): string {
  const tokens = written.replace(COMMAND, ' ').normalize('NFKC').replace(WORD, ' ').split(/\s+/u);
  const own = tokens.filter((token) => token.length !== 2 || !functionWords.has(token)).join('');
  return own.replace(/[^\p{L}\p{N}]/gu, '').slice(0, MAX_LETTERS);
}

/** Also splits before a sentence that begins in lower case, with a number or with a formula. */
const SENTENCE =
  /(?<=;)(?=\s)|(?<=(?:\p{Ll}{3}|\p{N}{3}|[)$}\]]|[$€£]\p{N}{1,9}|[-+*/=^( ]\p{L})[.!?])(?=\s+[\p{Ll}\p{N}\\$])/u;
const PART = /(?<=[,;:])(?=\s)|(?<=[、，])|(?<=\s)(?=(?:and|or|und|oder|et|y|e)\s)/u;

/** The sentences of a text; joined, they are the text. */
export function sentencesIn(text: string): readonly string[] {
  return sentencesOf(text).flatMap((sentence) => split(sentence.text, SENTENCE));
}

/** The parts of a sentence; empty if it is a single part. */
export function partsOf(sentence: string): readonly string[] {
  const parts = split(sentence, PART);
  return parts.length < 2 ? [] : parts.map((part) => part.trim().replace(/^(?:and|or|und|oder|et|y|e)\s+/u, ''));
}

/** Never cuts inside a bracket, formula or code. */
function split(text: string, pattern: RegExp): readonly string[] {
  const count = (part: string, sign: string) => part.split(sign).length - 1;
  const isWhole = (part: string) =>
    ['()', '[]', '{}'].every(([open = '', close = '']) => count(part, open) === count(part, close)) &&
    ['$', '`'].every((sign) => count(part, sign) % 2 === 0);
  const parts = text.split(pattern);
  return parts.every(isWhole) ? parts : [text];
}
