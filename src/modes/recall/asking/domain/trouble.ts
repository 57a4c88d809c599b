import type { Problem } from '#session/protocol.ts';
import { wordsOf } from '#text/domain/as-read.ts';

/** How the ids of those notes begin that tell of what could not be read in a rabbit hole. */
export const TROUBLE_INSIDE = 'trouble-inside-';

/** A session tells of so many reasons at most. */
const MOST_REASONS = 4;
/** So many words in a row of a text that is to stay hidden are no chance. */
const SHOWN_WORDS = 4;
/** A single word is looked for from this length on. */
const LEAST_LETTERS = 5;

/** The reasons known, with this one: figures and ids in it make no new reason. */
export function withTrouble(noted: readonly string[], trouble: Problem): readonly string[] {
  const reason = reasonOf(trouble);
  return noted.includes(reason) || noted.length >= MOST_REASONS ? noted : [...noted, reason];
}

/** Whether a trouble is worth a note: the first of its reason is. */
export function isNews(noted: readonly string[], trouble: Problem): boolean {
  return withTrouble(noted, trouble) !== noted;
}

function reasonOf({ message }: Problem): string {
  return message.replace(/\S*\d\S*/gu, '#').slice(0, 200);
}

/**
 * A problem as it may be shown: a provider's own words may repeat the request, and with it what is still to be recalled
 * or what only the tutor is to know. Where they do, plain words stand in their place.
 */
export function withoutSecrets(problem: Problem, secrets: readonly string[], plain: string): Problem {
  const told = ` ${wordsOf(`${problem.message} | ${problem.remedy}`).join(' ')} `;
  return secrets.some((secret) => isShown(told, secret)) ? { message: plain, remedy: 'Go on, or try again.' } : problem;
}

/** The same of why an answer has to wait. */
export function waitWithoutSecrets<Wait extends { readonly reason: string }>(
  wait: Wait,
  secrets: readonly string[],
  plain: string,
): Wait {
  return { ...wait, reason: withoutSecrets({ message: wait.reason, remedy: '' }, secrets, plain).message };
}

function isShown(told: string, secret: string): boolean {
  const words = wordsOf(secret);
  const length = Math.min(SHOWN_WORDS, words.length);
  if (length === 0 || (length === 1 && (words[0] ?? '').length < LEAST_LETTERS)) return false;
  for (let from = 0; from + length <= words.length; from += 1)
    if (told.includes(` ${words.slice(from, from + length).join(' ')} `)) return true;
  return false;
}
