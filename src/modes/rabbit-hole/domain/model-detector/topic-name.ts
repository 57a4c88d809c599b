import { cleanText } from '#kernel/clean-text.ts';
import { functionWords } from '#text/domain/function-words.ts';
import { foldForm } from '#text/domain/stems.ts';

const MAX_NAME_LENGTH = 60;
/** Maximum number of words; the prompt asks for six. */
const MAX_WORDS = 8;
/** Characters that are invisible or change text direction. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const SENTENCE_END = /[.!?…](?=\s|$)|[。！？؟।]/u;
const CLAUSE_END = /\s*(?:[:;,(（、，：；]|\s[-–—]\s)/u;

/**
 * The name in a model's text: one line without surrounding marks. Of longer text, the part before the first break, or
 * else its first words. Empty only without letters and digits.
 */
export function topicName(given: string): string {
  const line = cleanText(given)
    .replace(UNSEEN, '')
    .split('\n')
    .map((each) => bare(each.replace(/\s+/gu, ' ')))
    .find((each) => each !== '');
  if (line === undefined) return '';
  const beginning = bare(line.split(SENTENCE_END)[0] ?? '');
  const candidates = [beginning, bare(beginning.split(CLAUSE_END)[0] ?? '')];
  return candidates.find(isName) ?? shortened(candidates.at(-1) ?? '');
}

function shortened(text: string): string {
  const words = text.split(' ').slice(0, MAX_WORDS);
  while (words.length > 1 && words.join(' ').length > MAX_NAME_LENGTH) words.pop();
  while (words.length > 1 && functionWords.has(foldForm(words.at(-1) ?? ''))) words.pop();
  const name = bare(
    Array.from(words.join(' ')).slice(0, MAX_NAME_LENGTH).join('').slice(0, MAX_NAME_LENGTH).toWellFormed(),
  );
  return /[\p{L}\p{N}]/u.test(name) ? name : '';
}

function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && text.length <= MAX_NAME_LENGTH && text.split(' ').length <= MAX_WORDS;
}

function bare(text: string): string {
  return text.replace(/^(?:[\s*_`#>"'“”„«»‘’-]|topic\s*:)+/iu, '').replace(/[\s*_`"'“”„«»‘’.,;:!?…。！？؟।-]+$/u, '');
}
