import { functionWords } from '#text/domain/function-words.ts';

import type { Token } from './tokens.ts';

/** Lower-cases shouted text, whose capitals mark no names. */
export function calmed(sentence: string): string {
  return /\p{Ll}/u.test(sentence) || !/\p{Lu}\P{L}+\p{Lu}/u.test(sentence) ? sentence : sentence.toLowerCase();
}

export function hasCapital(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Lu}/u.test(token.raw);
}

/** Texts in which capitals show whether a word is a name. */
interface Texts {
  readonly sentence: string;
  readonly otherTexts: readonly string[];
  readonly inGerman: boolean;
}

/** The words as written inside a sentence. */
export function written(tokens: readonly Token[], { sentence, otherTexts, inGerman }: Texts): string {
  return tokens
    .map((token, at) => (keepsCapital(tokens, at, inGerman) ? token.raw : cased(token, sentence, otherTexts)))
    .join(' ')
    .replace(/['’]$/, '');
}

/** "Great Wall"; in German, also a word that no noun follows. */
function keepsCapital(tokens: readonly Token[], at: number, inGerman: boolean): boolean {
  const next = tokens[at + 1];
  const isName = hasCapital(tokens[at]) && hasCapital(next);
  return isName || (inGerman && (next === undefined || functionWords.has(next.form)));
}

/** A capital at the start of a sentence is dropped unless the word has one elsewhere. */
function cased({ raw }: Token, sentence: string, otherTexts: readonly string[]): string {
  if (!/^\p{Lu}\p{Ll}+$/u.test(raw) || !new RegExp(`^\\P{L}*${raw}`, 'u').test(sentence)) return raw;
  const inside = new RegExp(`[\\p{L},;] ${raw}(?!\\p{L})`, 'u');
  return [sentence, ...otherTexts].some((text) => inside.test(text)) ? raw : raw.toLowerCase();
}
