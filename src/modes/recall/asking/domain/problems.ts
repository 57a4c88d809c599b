import type { Problem } from '#session/protocol.ts';
import { wordsOf } from '#text/domain/as-read.ts';

/** Prefix of the ids of notes about evaluations in a rabbit hole. */
export const PROBLEM_INSIDE_ID = 'trouble-inside-';

/** Prefix of the ids of notes about the tutor's model. */
export const TUTOR_PROBLEM_ID = 'trouble-tutor-';

/** Maximum number of reasons reported per session. */
const MAX_REASONS = 4;
/** A match of this many consecutive words of a hidden text is no coincidence. */
const SHOWN_WORDS = 4;
/** Minimum length of a single word that is searched for. */
const MIN_LETTERS = 5;

/** Adds the reason of this problem. Reasons that differ only in numbers and ids are equal. */
export function withProblem(noted: readonly string[], problem: Problem): readonly string[] {
  const reason = reasonOf(problem);
  return noted.includes(reason) || noted.length >= MAX_REASONS ? noted : [...noted, reason];
}

/** Whether to report a problem: only the first with its reason. */
export function isNewProblem(noted: readonly string[], problem: Problem): boolean {
  return withProblem(noted, problem) !== noted;
}

function reasonOf({ message }: Problem): string {
  return message.replace(/\S+/gu, (word) => (/\d/u.test(word) ? '#' : word)).slice(0, 200);
}

/**
 * A problem in a form that can be shown. A provider's message could repeat the request, and with it hidden points or
 * instructions for the tutor. In that case the plain text replaces it.
 */
export function withoutSecrets(problem: Problem, secrets: readonly string[], plain: string): Problem {
  const told = ` ${wordsOf(`${problem.message} | ${problem.remedy}`).join(' ')} `;
  return secrets.some((secret) => isShown(told, secret)) ? { message: plain, remedy: 'Go on, or try again.' } : problem;
}

/** The same for the reason of a wait. */
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
  if (length === 0 || (length === 1 && (words[0] ?? '').length < MIN_LETTERS)) return false;
  for (let from = 0; from + length <= words.length; from += 1)
    if (told.includes(` ${words.slice(from, from + length).join(' ')} `)) return true;
  return false;
}
