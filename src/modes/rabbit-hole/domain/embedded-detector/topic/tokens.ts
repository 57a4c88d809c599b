import { functionWords, isGermanOnly, vagueWords } from '#text/domain/function-words.ts';
import { foldForm, stemOf } from '#text/domain/stems.ts';

import { sessionStems } from '../tutoring/session-words.ts';
import { isAdjective, isComparative } from './adjectives.ts';
import { ADVERBS, DEGREES, EMPTY, GOES_ON, LINKS } from './run-words.ts';
import { gerundOfParticiple } from './verbs.ts';

export interface Token {
  readonly raw: string;
  readonly form: string;
  /** A verb with an object. */
  readonly isDoing?: boolean;
  /** Counts as telling although it looks like a function word. */
  readonly tells?: boolean;
}

/** The context of a word: the run it extends, the words before, the word after. */
export interface Place {
  readonly run: readonly Token[];
  readonly lead: readonly Token[];
  readonly next: Token | undefined;
}

const IDIOMS =
  /\b(?:in the first place|by the way|at all|as well|for example|in general|these days|any ?more|right now|back then|each other|in real life|(?:that |it |this )?(?:makes|made|got) me (?:wonder|think)(?:ing)?(?: about)?|(?:that |it |this )?reminds me(?: of)?|out of (?:curiosity|interest)|i (?:would|['’]d) (?:love|like|be interested) to (?:know|learn|hear|find out)(?: more)?(?: about)?|i(?: am|['’]m)? (?:always |was |just )?wonder(?:ing)?(?: about| if| whether)?|i(?:['’]ve| have) always wanted to know|i(?: am|['’]m) curious(?: about| if| whether)?|tell me (?:more |something )?about|(?:can|could) (?:we|you) talk about|speaking of|did you know that?|ich frage? mich|mich (?:würde interessieren|interessiert|wundert)|erzähl(?:e)? mir(?: mal)?(?: etwas)?(?: über| von)?|i (?:once |just )?(?:read|heard|saw|learned)(?: somewhere)?(?: that| about)?|(?:is|isn['’]t) it (?:true|crazy|weird|strange)(?: that| how)?|do you (?:know|think)|zum beispiel|was anderes|different(?:ly)? (?:from|than|to)|in comparison (?:to|with)|stands? for|im vergleich (?:zu[mr]?|mit)|am tag|im jahr|pro (?:tag|woche|monat|jahr|stunde|person))\b/giu;

/** Telling although question words share their stem. */
const NAMES_TOO: ReadonlySet<string> = new Set(['leaves', 'party', 'parties']);

export function tokensOf(sentence: string, inGerman: boolean): readonly Token[] {
  const raws =
    withoutNot(sentence)
      .replace(IDIOMS, ' , ')
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*|[,:;()–—]/gu) ?? [];
  const isTitled = raws.filter(hasCapital).length > raws.length / 2;
  return raws
    .map((raw, at) => {
      const form = foldForm(raw).replace(/['’]s?$/, '');
      const inName =
        !isTitled && at > 0 && raw !== 'I' && [raw, raws[at - 1], raws[at + 1]].filter(hasCapital).length > 1;
      const tells =
        !inGerman &&
        (isWordOfEnglish(form) || raw === 'US' || (hasCapital(raw) && inName) || isSound(form, raws[at - 1]));
      return tells ? { raw, form, tells } : { raw, form };
    })
    .filter(({ form }) => !ADVERBS.has(form))
    .filter(({ form }, at, all) => !(form === 'first' && gerundOfParticiple(all[at + 1]?.form ?? '') !== null))
    .filter(({ form }, at, all) => !(DEGREES.has(form) && isAdjective(all[at + 1]?.form ?? '')))
    .filter(({ form }, at, all) => !(at === all.length - 1 && GOES_ON.has(form)));
}

function hasCapital(raw: string | undefined): boolean {
  return raw !== undefined && /^\p{Lu}/u.test(raw);
}

/** "War" and "gut" are function words only in German. "Man" addresses anyone. */
function isWordOfEnglish(form: string): boolean {
  return form !== 'man' && isGermanOnly(form);
}

/** "The speed of sound", but not "that sounds odd". */
function isSound(form: string, before: string | undefined): boolean {
  return form === 'sound' && /^(?:of|to|than|the|does|can|and)$/i.test(before ?? '');
}

/** "Can't" asks like "can". */
function withoutNot(sentence: string): string {
  return sentence
    .replace(/\bcan['’]t\b/gi, 'can')
    .replace(/\bwon['’]t\b/gi, 'will')
    .replace(/n['’]t\b/gi, '');
}

export function isTelling({ form, tells }: Token): boolean {
  if (tells || NAMES_TOO.has(form)) return true;
  return !functionWords.has(form) && !vagueWords.has(form) && !sessionStems.has(stemOf(form));
}

/** Separates one run from the next. */
export function isBreak({ form, tells }: Token): boolean {
  if (tells) return false;
  return (
    isComparative(form) ||
    functionWords.has(form) ||
    EMPTY.has(form) ||
    LINKS.has(form) ||
    !/[\p{L}\p{N}]/u.test(form) ||
    /^.{1,3}['’]/.test(form)
  );
}
