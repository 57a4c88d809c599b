import type { Word } from './word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words before a question that are not part of it. */
const LEADS = list('so and but or well ok okay hm hmm um then wait sorry maybe perhaps');
const SUPPORTING = list('do does did doesnt didnt dont');
const AUXILIARY = list(
  'is are was were isnt arent wasnt werent has have had hasnt havent can could will would shall should may might must cant couldnt wont wouldnt shouldnt',
);
const INTERROGATIVE = list('what why how when where which who whom whose');
/** Question words of other languages. Some are English words, so the second word must match too. */
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

/**
 * Reports whether a sentence is a question, possibly without a question mark: "does it build up", "what is the
 * half-life".
 */
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
  // German sentences can also begin with "am".
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

/** A sentence that begins with one of these is addressed to somebody. */
const ASKING = new Set([
  ...INTERROGATIVE,
  ...ELSEWHERE.interrogative,
  ...list(
    'whats hows wheres whos welchem womit wofür wovon wozu worin worauf woraus wohin woher wieviel où quand comment quoi quest-ce qué quién quiénes cuál cuándo dónde cómo cuánto perché chi quale quando что как где когда почему зачем кто какой какая сколько',
  ),
]);
const VERBS = new Set([
  ...SUPPORTING,
  ...AUXILIARY,
  ...list(
    'am you do ist sind war waren hat haben hatte hatten kann können könnte wird werden würde wurde wurden soll muss müssen darf dürfen gibt meinst est sont était sono può ha è',
  ),
]);
const AFTER_MARK = list('es son era hay tiene puede está fue');
const PREPOSITIONS = list(
  'in at on by to for from with of about since until auf bei zu für aus mit von über seit bis unter um nach durch à de en pour par avec dans por para con desde a da su per',
);
const GERMAN_SUBJECT = list('ich du er sie es wir ihr das dies diese dieser der die ein eine');
const INVERTED = /^\p{L}+-(?:t-)?(?:ce|je|tu|ils?|elles?|on|nous|vous)$/u;
const UNSPACED_ASKS = /[何誰谁哪吗嗎]|どこ|いつ|なぜ|どう|どの|どれ|いく[つら]|什么|什麼|怎么|多少|か[。?？\s]*$/u;
/** "Or Warsaw?" is a guess; "and Warsaw?" is a further question, if it is short. */
const ASKS_ON = list('and und et y e what');
const MAX_ASKED_ON = 3;
/** "…, isn't it?" */
const MAX_TAG = 3;

/** Reports whether a sentence with a question mark is a guess: "Warsaw?", "I think it is Warsaw, right?". */
export function isGuess(sentence: string): boolean {
  if (!/[?？؟]\s*$/u.test(sentence) || UNSPACED_ASKS.test(sentence)) return false;
  const parts = sentence
    .toLowerCase()
    .replace(/['’]/gu, '')
    .split(/[,;:()–—]/u);
  return !parts.some((part, at) => {
    const words = part.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu) ?? [];
    return (at === 0 || words.length > MAX_TAG) && isPutToSomebody(words, part);
  });
}

function isPutToSomebody(all: readonly string[], part: string): boolean {
  const lead = all.findIndex((word) => !LEADS.has(word));
  const [opening = '', second = '', third = ''] = all.slice(lead);
  if ((opening === 'i' && second === 'wonder') || (opening === 'ich' && second === 'frage')) return true;
  if (ASKS_ON.has(all[0] ?? '') && all.length <= MAX_ASKED_ON) return true;
  if (ASKING.has(opening) || ASKING.has(all.at(-1) ?? '') || INVERTED.test(opening)) return true;
  if (PREPOSITIONS.has(opening) && ASKING.has(second)) return true;
  if (!/^\p{L}/u.test(second)) return false;
  if (VERBS.has(opening) || (part.includes('¿') && AFTER_MARK.has(opening))) return true;
  return third !== '' && opening !== 'that' && opening.endsWith('t') && GERMAN_SUBJECT.has(second);
}
