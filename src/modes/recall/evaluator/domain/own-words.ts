import { closingPlaces } from '#language-model/domain/loose-json.ts';
import { withoutForms, withoutInvisible } from '#text/domain/invisible.ts';
import { UNSPACED } from '#text/domain/segments.ts';

import { withoutEscapes } from './model/echoes.ts';

/** A shorter quote shows nothing, unless it is the whole message. */
const MIN_LETTERS = 3;

/**
 * Whether a quote consists of the person's own words in a message and relates to a point. It has whole words and no
 * text in the form of a verdict or addressed to a grader.
 */
export function ownWordsOf(content: string): (quote: string, point: string) => boolean {
  const message = ownWordsIn(content);
  return (quote, point) => !isToGrader(quote, point) && isWordsOf(message, foldedWords(quote));
}

/** A cache: the same message is looked up several times in a row, and a long one takes time. */
let latest = { content: '', words: '' };

function ownWordsIn(content: string): string {
  if (latest.content !== content) latest = { content, words: foldedWords(withoutVerdicts(content)) };
  return latest.words;
}

function isWordsOf(message: string, said: string): boolean {
  if (said === '') return false;
  for (let at = message.indexOf(said); at >= 0; at = message.indexOf(said, at + 1)) {
    if (isWhole(message, at, at + said.length)) return isTelling(said) || haveSameWords(said, message);
  }
  return false;
}

const VERDICT_KEY = /["']?\b(?:verdict|recalledPointIds|confidencePerPoint)\b["']?\s*:/iu;

/** Removes verdicts typed into a message, including what they quote. */
function withoutVerdicts(content: string): string {
  if (!VERDICT_KEY.test(withoutEscapes(content))) return content;
  let kept = '';
  let from = 0;
  let seen = 0;
  for (const [start, end] of closingPlaces(content)) {
    if (start < seen) continue;
    seen = end + 1;
    if (!VERDICT_KEY.test(withoutEscapes(content.slice(start, end)))) continue;
    kept += `${content.slice(from, start)}\u0000`;
    from = seen;
  }
  return kept + content.slice(from);
}

/** Phrases addressed to a grader. A jury's verdict, a confidence interval and p53 are legitimate subjects. */
const TO_GRADER = new RegExp(
  [
    String.raw`\b(?:recalledpointids|confidenceperpoint|evaluator|grader)\b`,
    String.raw`\b(?:verdicts?|confidence)["'\u201d]?\s*(?:[:=]|(?:is|as|of|to)\s+["'\u201c]?(?:expressed|recalled|[01](?:[.,]\d+)?)\b)`,
    String.raw`\bp\d+\b(?=[^.!?\n]{0,60}\b(?:expressed|recalled|credit(?:ed)?|verdict|confidence)\b)`,
    String.raw`\b(?:expressed|recalled|credit|verdict|mark)\b[^.!?\n]{0,60}\bp\d+\b`,
  ].join('|'),
  'giu',
);

/** Whether the quote addresses a grader with words that are not the point's. */
function isToGrader(quote: string, point: string): boolean {
  const known = point.toLowerCase();
  return [...quote.matchAll(TO_GRADER)].some(([word]) => !known.includes(word.toLowerCase()));
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Whether a range begins and ends at word boundaries, in scripts with spaces. */
function isWhole(message: string, from: number, to: number): boolean {
  const parts = (left: string, right: string) =>
    !LETTER.test(left) || !LETTER.test(right) || UNSPACED.test(left) || UNSPACED.test(right);
  return parts(message[from - 1] ?? ' ', message[from] ?? ' ') && parts(message[to - 1] ?? ' ', message[to] ?? ' ');
}

/** A lone "a" or "it" is in nearly every message; a symbol, a number or a longer word can be a complete answer. */
function isTelling(quote: string): boolean {
  const letters = quote.match(/[\p{L}\p{N}]/gu) ?? [];
  if (letters.length === 0) return /[^\s\p{P}]/u.test(quote);
  return letters.length >= MIN_LETTERS || /\p{N}/u.test(quote) || UNSPACED.test(quote);
}

/** Whether two folded texts differ only in signs between and around their words. */
export function haveSameWords(one: string, other: string): boolean {
  return one === other || (LETTER.test(one) && wordSigns(one) === wordSigns(other));
}

function wordSigns(folded: string): string {
  return folded.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Folds case, and marks as `foldedMarks` does. */
export function foldedWords(text: string): string {
  return foldedMarks(text).toLowerCase();
}

/** Folds white space, invisible characters, and variants of letters, apostrophes and dashes. */
export function foldedMarks(text: string): string {
  return withoutForms(withoutInvisible(text))
    .normalize('NFC')
    .replace(/[’‘ʼ´`]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim();
}
