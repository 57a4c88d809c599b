import { moreGerman } from '#text/domain/function-words.ts';

import { formsOf } from './foreign.ts';
import { isTelling, type Token } from './tokens.ts';

const VERB_FIRST =
  /^(\p{Lu})(?=\p{Ll}+ (?:(?:der|die|das|den|dem|eine?|es|er|sie|man|ihr|wir|du|ich) |\p{Lu}\p{L}+(?!\p{L}| (?:ist|sind|war|waren|hat|hatten?|wird|wurden?)(?!\p{L}))))/u;
const SUBJECT_THEN_OBJECT =
  /(?<=(?:^|[^\p{L}])(?:\p{L}+en|sind) )(\p{Lu}\p{Ll}+(?:e|en|er|n|s)) (?=\p{Lu}\p{Ll})|(?<=^\p{L}+ (?:eine?|der|die|das) \p{Lu}\p{Ll}+) (?=\p{Lu}\p{Ll})/gu;

/** If its own words do not tell, judged by its letters or the surrounding texts. */
export function isGerman(text: string, otherTexts: readonly string[]): boolean {
  const more = moreGerman(formsOf(text));
  return more > 0 || (more === 0 && (/[äöüß]/iu.test(text) || moreGerman(otherTexts.flatMap(formsOf)) > 0));
}

/** Lower-cases a verb that begins a question, and separates the agent from the object. */
export function withGermanVerbs(sentence: string): string {
  return sentence
    .replace(VERB_FIRST, (letter) => letter.toLowerCase())
    .replace(SUBJECT_THEN_OBJECT, (found: string) => `${found.trimEnd()} , `);
}

export function isNoun({ raw }: Token): boolean {
  return /^[\p{Lu}\p{N}]/u.test(raw);
}

/** German nouns are capitalised: they and the adjectives before them are names, verbs are not. */
export function nounsOf(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.findIndex(isNoun);
  if (first < 0) return [];
  const before = tokens[first - 1];
  const start = before && /e[rsm]?$/.test(before.form) && isTelling(before) ? first - 1 : first;
  return tokens.slice(start, tokens.findLastIndex(isNoun) + 1);
}
