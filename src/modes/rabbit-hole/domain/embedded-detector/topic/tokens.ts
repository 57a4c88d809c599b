import { foldForm } from '#kernel/words/stems.ts';

import { functionWords } from '../words/function-words.ts';
import { isAdjective } from './adjectives.ts';
import { ADVERBS, DEGREES, EMPTY, LINKS } from './run-words.ts';

export interface Token {
  readonly raw: string;
  readonly form: string;
  /** A verb that what stands behind it belongs to. */
  readonly isDoing?: boolean;
}

/** Where a word stands: in what it adds to, behind what, before what. */
export interface Place {
  readonly run: readonly Token[];
  readonly lead: readonly Token[];
  readonly next: Token | undefined;
}

const IDIOMS =
  /\b(?:in the first place|by the way|at all|as well|for example|in general|these days|any ?more|right now|back then|each other|in real life|(?:that |it |this )?(?:makes|made|got) me (?:wonder|think)(?:ing)?(?: about)?|(?:that |it |this )?reminds me(?: of)?|out of (?:curiosity|interest)|i (?:would|['’]d) (?:love|like|be interested) to (?:know|learn|hear|find out)(?: more)?(?: about)?|i(?: am|['’]m)? (?:always |was |just )?wonder(?:ing)?(?: about| if| whether)?|i(?:['’]ve| have) always wanted to know|i(?: am|['’]m) curious(?: about| if| whether)?|tell me (?:more |something )?about|(?:can|could) (?:we|you) talk about|speaking of|did you know that?|ich frage? mich|mich (?:würde interessieren|interessiert|wundert)|erzähl(?:e)? mir(?: mal)?(?: etwas)?(?: über| von)?|i (?:once |just )?(?:read|heard|saw|learned)(?: somewhere)?(?: that| about)?|(?:is|isn['’]t) it (?:true|crazy|weird|strange)(?: that| how)?|do you (?:know|think)|zum beispiel|was anderes)\b/giu;

export function tokensOf(sentence: string): readonly Token[] {
  return (
    withoutNot(sentence)
      .replace(IDIOMS, ' , ')
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*|[,:;()–—]/gu) ?? []
  )
    .map(tokenOf)
    .filter(({ form }) => !ADVERBS.has(form))
    .filter(({ form }, at, all) => !(DEGREES.has(form) && isAdjective(all[at + 1]?.form ?? '')));
}

/** "Can't" asks as "can" does. */
function withoutNot(sentence: string): string {
  return sentence
    .replace(/\bcan['’]t\b/gi, 'can')
    .replace(/\bwon['’]t\b/gi, 'will')
    .replace(/n['’]t\b/gi, '');
}

function tokenOf(raw: string): Token {
  return { raw, form: foldForm(raw).replace(/['’]s$/, '') };
}

/** It parts one stretch of words from the next. */
export function isBreak({ form }: Token): boolean {
  return (
    functionWords.has(form) ||
    EMPTY.has(form) ||
    LINKS.has(form) ||
    !/[\p{L}\p{N}]/u.test(form) ||
    /^.{1,3}['’]/.test(form)
  );
}
