import type { Word } from './word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words before a question that are not part of it. */
const LEADS = list('so and but or well ok okay hm hmm um then wait sorry maybe perhaps');
const SUPPORTING = list('do does did doesnt didnt dont');
const AUXILIARY = list(
  'is are was were isnt arent wasnt werent has have had hasnt havent can could will would shall should may might must cant couldnt wont wouldnt shouldnt',
);
const INTERROGATIVE = list('what why how when where which who whom whose');
/** As an opening, some of them are words of English. */
const ELSEWHERE = {
  interrogative: list(
    'was wie wann wo wer wen wem wessen warum wieso weshalb welche welcher welches welchen quel quelle quels quelles combien pourquoi cual cuales cuanto quien cosa quanto',
  ),
  second: list(
    'ist sind war waren hat haben hatte hatten kann konnen konnte wird werden wurde wurden soll muss darf macht machen bedeutet heisst heißt passiert viel viele est sont etait fait sert veut es son era fue hace significa sono fa serve',
  ),
};
const SUBJECT = list(
  'it this that these those there i you he she we they the a an my your his her its our their any some all both',
);
const MAX_LEAD_LENGTH = 3;

/** Whether a sentence is a question, possibly without a question mark: "does it build up", "what is the half-life". */
export function asksSomething(words: readonly Word[], from: number, to: number): boolean {
  let first = from;
  while (first < to && first - from < MAX_LEAD_LENGTH && LEADS.has(formAt(words, first))) first += 1;
  if (to - first < 3) return false;
  const opening = formAt(words, first);
  const second = formAt(words, first + 1);
  if (formAt(words, to - 1) === 'か') return true;
  if (ELSEWHERE.interrogative.has(opening) && ELSEWHERE.second.has(second)) return true;
  if (INTERROGATIVE.has(opening)) return SUPPORTING.has(second) || AUXILIARY.has(second);
  if (opening === 'i' && second === 'wonder') return true;
  // German sentences begin with "am", too.
  if (opening === 'am') return second === 'i';
  if (SUPPORTING.has(opening)) return SUBJECT.has(second) || words[first + 1]?.isContent === true;
  return AUXILIARY.has(opening) && opensWithSubject(words, first + 1);
}

/**
 * After "is" or "can": "blocked by it" and "be shared" continue with a predicate, "the brain" and "caffeine" do not.
 */
function opensWithSubject(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (!word) return false;
  if (SUBJECT.has(word.form) || INTERROGATIVE.has(word.form)) return true;
  return word.isContent && !word.isNumber && !/(?:ed|ing|en|ly)$/.test(word.form);
}

function formAt(words: readonly Word[], index: number): string {
  return (words[index]?.form ?? '').replace("'", '');
}
