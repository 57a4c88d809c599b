import { foldForm } from '#kernel/words/stems.ts';

import { functionWords } from '../words/function-words.ts';
import { gerundOf, gerundOfParticiple, gerundOfThirdPerson, isBaseVerb } from './verbs.ts';

export interface Token {
  readonly raw: string;
  readonly form: string;
}

/** A stretch of words that could be a name. */
export interface Run {
  readonly tokens: readonly Token[];
  /** Named as one of several: "animals like lizards". */
  readonly isExample: boolean;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
/** They may stand inside a name. */
const LINKS = setOf(
  'of in on for from at to with by between without against and or the a an von vom des im fur mit und oder',
);
const EXAMPLES = setOf('like wie');
const HELPERS = setOf('do does did can could will would should might may must to');
const MODALS = setOf('to can could will would should might may must');
/** Before a noun, without saying anything of how it hangs on what stands before. */
const ARTICLES = setOf('the a an');
const HAVE = setOf('have has had');
/** Left out: they would only part what belongs together. */
const ADVERBS = setOf(
  'ever also even just really actually always still too more less some any their its his her my our your',
);
const PASSIVE = setOf('is are was were be been being get gets got');
const ASKERS = setOf('who what which');
const IDIOMS =
  /\b(?:in the first place|by the way|at all|as well|for example|in general|these days|any ?more|right now|in real life|(?:that |it |this )?(?:makes|made|got) me (?:wonder|think)(?:ing)?(?: about)?|(?:that |it |this )?reminds me(?: of)?|out of (?:curiosity|interest)|i (?:would|['’]d) (?:love|like|be interested) to (?:know|learn|hear|find out)(?: more)?(?: about)?|i(?: am|['’]m)? (?:always |was |just )?wonder(?:ing)?(?: about| if| whether)?|i(?:['’]ve| have) always wanted to know|i(?: am|['’]m) curious(?: about| if| whether)?|tell me (?:more |something )?about|(?:can|could) (?:we|you) talk about|speaking of|did you know that?|ich frage? mich|mich (?:würde interessieren|interessiert|wundert)|erzähl(?:e)? mir(?: mal)?(?: etwas)?(?: über| von)?|übrigens|nebenbei|zum beispiel|was anderes)\b/giu;

export function runsOf(sentence: string): readonly Run[] {
  const tokens = (sentence.replace(IDIOMS, ' , ').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*|[,:;()–—]/gu) ?? [])
    .map(tokenOf)
    .filter(({ form }) => !ADVERBS.has(form));
  const runs: Run[] = [];
  let run: Token[] = [];
  let between: Token[] = [];
  let since: Token[] = [];
  const close = () => {
    if (run.length > 0) runs.push({ tokens: run, isExample: between.some(({ form }) => EXAMPLES.has(form)) });
    run = [];
  };
  for (const [at, token] of tokens.entries()) {
    const isContent = !isBreak(token) || (run.length > 0 && isPassive(since, token));
    if (isContent && run.length > 0 && since.length > 0) {
      if (isPassive(since, token) && run.every(({ form }) => !LINKS.has(form) || form === 'of')) {
        run = [asGerund(token), ...run];
        since = [];
        continue;
      }
      if (linksOn(since, run.at(-1))) run.push(...since);
      else {
        close();
        between = since;
      }
      since = [];
    } else if (isContent && run.length === 0) {
      between = since;
      since = [];
    }
    if (isContent && run.length > 0 && isInverted(token, between, tokens[at + 1])) run = [asGerund(token), ...run];
    else if (isContent) run.push(asNoun(token, { run, lead: between, next: tokens[at + 1] }));
    else since.push(token);
  }
  close();
  return runs;
}

function asGerund({ raw, form }: Token): Token {
  const gerund = gerundOfParticiple(form);
  return gerund === null ? { raw, form } : { raw: gerund, form: gerund };
}

function tokenOf(raw: string): Token {
  return { raw, form: foldForm(raw).replace(/['’]s$/, '') };
}

function isBreak({ form }: Token): boolean {
  return functionWords.has(form) || LINKS.has(form) || !/[\p{L}\p{N}]/u.test(form) || /^.{1,3}['’]/.test(form);
}

function linksOn(since: readonly Token[], before: Token | undefined): boolean {
  const isVerb = before !== undefined && before.raw.endsWith('ing') && foldForm(before.raw) !== before.form;
  return since.every(({ form }) => LINKS.has(form)) && (isVerb || since.some(({ form }) => !ARTICLES.has(form)));
}

/** "Tea is decaffeinated": what happens to it comes first. */
function isPassive(since: readonly Token[], { form }: Token): boolean {
  return (
    since.some((each) => PASSIVE.has(each.form)) &&
    since.every((each) => !LINKS.has(each.form)) &&
    gerundOfParticiple(form) !== null
  );
}

/** "How is tea decaffeinated". */
function isInverted({ form }: Token, lead: readonly Token[], next: Token | undefined): boolean {
  const ends = !next || isBreak(next);
  return ends && lead.some((each) => PASSIVE.has(each.form)) && gerundOfParticiple(form) !== null;
}

interface Place {
  readonly run: readonly Token[];
  readonly lead: readonly Token[];
  readonly next: Token | undefined;
}

/** Verbs become nouns, so that "do volcanoes erupt" is "volcanoes erupting". */
function asNoun(token: Token, { run, lead, next }: Place): Token {
  const { form } = token;
  const isHelped = lead.some((each) => HELPERS.has(each.form));
  const before = run.at(-1);
  const changed = (raw: string | null): Token => ({ raw: raw ?? token.raw, form });
  if (lead.length > 0 && run.length === 0) {
    if (ASKERS.has(lead.at(-1)?.form ?? '')) return changed(gerundOfParticiple(form) ?? gerundOfThirdPerson(form));
    return MODALS.has(lead.at(-1)?.form ?? '') && isBaseVerb(form) ? changed(gerundOf(form)) : token;
  }
  if (before && !isHelped && /[^e]ed$/.test(form) && (!next || isBreak(next))) return changed(gerundOfParticiple(form));
  if (!before || run.some(({ raw }) => raw.endsWith('ing'))) return token;
  if (lead.some((each) => HAVE.has(each.form))) return changed(gerundOfParticiple(form));
  const isPlural = /[^s]s$/.test(before.form);
  const ends = !next || isBreak(next);
  const isVerb = isBaseVerb(form) && (isHelped || isPlural);
  const follows = isHelped && isPlural && ends && form.length > 3 && !form.endsWith('s');
  return (isVerb || follows) && !next?.form.endsWith('ing') ? changed(gerundOf(form)) : token;
}
