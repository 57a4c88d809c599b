import { cleanText } from '#kernel/clean-text.ts';

const MAX_NAME_LENGTH = 60;
/** Maximum number of words; the prompt asks for six. */
const MAX_WORDS = 8;
/** Characters that are invisible or change text direction. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const SENTENCE_END = /[.!?…](?=\s|$)|[。！？؟।]/u;
const CLAUSE_END = /\s*(?:[:;,(（、，：；]|\s[-–—]\s)/u;

/**
 * The name in a model's text: one line without surrounding marks. Of longer text, the part before the first break, if
 * that is a name; null otherwise.
 */
export function topicName(given: string): string | null {
  const line = cleanText(given)
    .replace(UNSEEN, '')
    .split('\n')
    .map((each) => bare(each.replace(/\s+/gu, ' ')))
    .find((each) => each !== '');
  if (line === undefined) return null;
  const beginning = bare(line.split(SENTENCE_END)[0] ?? '');
  const candidates = [beginning, bare(beginning.split(CLAUSE_END)[0] ?? '')];
  return candidates.find(isName) ?? null;
}

function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && text.length <= MAX_NAME_LENGTH && text.split(' ').length <= MAX_WORDS;
}

function bare(text: string): string {
  return text.replace(/^(?:[\s*_`#>"'“”„«»‘’-]|topic\s*:)+/iu, '').replace(/[\s*_`"'“”„«»‘’.,;:!?…。！？؟।-]+$/u, '');
}
