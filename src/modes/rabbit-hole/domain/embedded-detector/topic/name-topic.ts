import { functionWords } from '#text/domain/function-words.ts';
import { foldForm, stemOf } from '#text/domain/stems.ts';

import { isAdjective, isNounToo } from './adjectives.ts';
import { calmed, hasCapital, written } from './casing.ts';
import { withoutChat } from './chat-words.ts';
import { comparedThings } from './compared-things.ts';
import { formsOf, isForeign } from './foreign.ts';
import { isGerman, isNoun, nounsOf, withGermanVerbs } from './german.ts';
import { quoted } from './quoted.ts';
import { DOERS, LIGHT_NOUNS, LINKS, OTHER_VERBS } from './run-words.ts';
import { runsOf, type Run } from './runs.ts';
import { isTelling, type Token } from './tokens.ts';
import { gerundOfParticiple, isBaseVerb, isGerund } from './verbs.ts';

const MAX_WORDS = 6;
const MAX_CHARACTERS = 60;
/** Maximum length examined, because later steps are quadratic. */
const MAX_READ = 1_000;
/** Weight of an aside, below anything else. */
const ASIDE_WORTH = 0.1;

interface Naming {
  /** Stems that make the tangent new. */
  readonly freshStems: ReadonlySet<string>;
  /** Texts in which capitals show whether a word is a name. */
  readonly otherTexts: readonly string[];
}

/**
 * A noun phrase of the person's own words, with at most six of them. If the sentence has none, or more than one that
 * belongs to the tangent, its words in quotation marks. At most 60 characters.
 */
export function nameTopic(spoken: string, { freshStems, otherTexts }: Naming): string {
  const sentence =
    spoken.length > MAX_READ
      ? spoken
          .slice(0, MAX_READ)
          .replace(/\s\S*$/u, '')
          .toWellFormed()
      : spoken;
  const said = calmed(withoutChat(sentence));
  if (isForeign(formsOf(sentence))) return quoted(said, false);
  const inGerman = isGerman(said, otherTexts) || isGerman(sentence, []);
  const and = inGerman ? 'und' : 'and';
  const compared = comparedThings(said, and);
  if (compared !== null && compared.length <= MAX_CHARACTERS) return compared;
  const plain = inGerman ? withGermanVerbs(said) : said;
  const runs = runsOf(plain, inGerman);
  const hasNouns = runs.some(({ tokens }) => tokens.some(isNoun));
  const found = runs
    .map((run, order) => ({ ...run, order, tokens: trimmed(inGerman && hasNouns ? nounsOf(run.tokens) : run.tokens) }))
    .filter(({ tokens }) => tokens.length > 0)
    .map((run) => ({ ...run, worth: worthOf(run, freshStems) }));
  const [best, ...others] = found.toSorted((one, other) => other.worth - one.worth || one.order - other.order);
  if (
    !best ||
    saysLittle(best.tokens) ||
    isClause(best.tokens) ||
    others.some((run) => isSecond(run, best)) ||
    saysTheLesser(best.tokens, freshStems)
  )
    return quoted(said, inGerman);
  const name = written(fitting(best.tokens), { sentence: plain, otherTexts, inGerman });
  return name === '' || name.length > MAX_CHARACTERS || saysNothing(name) ? quoted(said, inGerman) : name;
}

/** "Lizards feel sleepy" has a verb that was not made a noun. */
function isClause(tokens: readonly Token[]): boolean {
  return tokens.some((token, at) => at > 0 && OTHER_VERBS.has(token.form) && !isMadeNoun(token) && !hasCapital(token));
}

/** At most half of what is new: "shoe" for cheating with something in a shoe. */
function saysTheLesser(tokens: readonly Token[], freshStems: ReadonlySet<string>): boolean {
  const said = new Set(tokens.map(({ form }) => stemOf(form)).filter((stem) => freshStems.has(stem)));
  return freshStems.size > 1 && 2 * said.size <= freshStems.size;
}

/** "BC" or "biggest" alone names nothing. */
function saysNothing(name: string): boolean {
  return name.length < 3 || /^\p{Ll}+est$/u.test(name);
}

function trimmed(tokens: readonly Token[]): readonly Token[] {
  const tells = (token: Token, at: number) =>
    isTelling(token) || (hasCapital(token) && (hasCapital(tokens[at - 1]) || hasCapital(tokens[at + 1])));
  const first = tokens.findIndex(tells);
  if (first < 0) return [];
  const last = tokens.findLastIndex((token, at) => tells(token, at) && (at === first || !/[^l]ly$/.test(token.raw)));
  return tokens.slice(startOf(tokens, first), endOf(tokens, last));
}

/** "Getting jittery", "people in Britain". */
function startOf(tokens: readonly Token[], first: number): number {
  const [before, earlier] = [tokens[first - 1], tokens[first - 2]];
  if (before && isAdjective(tokens[first]?.form ?? '') && before.raw.endsWith('ing')) return first - 1;
  return before && earlier && LINKS.has(before.form) && DOERS.has(earlier.form) ? first - 2 : first;
}

/** "Leap years". */
function endOf(tokens: readonly Token[], last: number): number {
  const [token, next] = [tokens[last], tokens[last + 1]];
  const belongs =
    token && next && !isMadeNoun(token) && /^\p{L}/u.test(token.raw) && LIGHT_NOUNS.has(next.form) && !isMadeNoun(next);
  return belongs ? last + 2 : last + 1;
}

/** Says something else that belongs to the tangent: not an aside, not a choice, not a lone verb or adjective. */
function isSecond({ tokens, isAside, by }: Run, best: Run | undefined): boolean {
  const [first, ...more] = tokens;
  if (!first || !best || isAside || isChoice(tokens) || isChoice(best.tokens)) return false;
  if (tokens.every(({ form }) => best.tokens.some((token) => token.form === form))) return false;
  if (first.isDoing === true && best.tokens.some(isMadeNoun)) return false;
  if (more.length > 0) return true;
  const isVerb = isMadeNoun(first) || first.isDoing === true || (by !== null && isBaseVerb(first.form));
  return !isVerb && !saysLittle(tokens);
}

/** "Fruit or vegetable". */
function isChoice(tokens: readonly Token[]): boolean {
  return tokens.some(({ form }) => form === 'or' || form === 'oder');
}

/** A verb turned into a noun: "erupting". */
function isMadeNoun({ raw, form }: Token): boolean {
  return foldForm(raw) !== form && raw.endsWith('ing');
}

/** An attribute or a passive without its subject. */
function saysLittle([token, ...more]: readonly Token[]): boolean {
  if (!token || more.length > 0 || isMadeNoun(token)) return false;
  return (isAdjective(token.form) && !isNounToo(token.form)) || gerundOfParticiple(token.form) !== null;
}

function worthOf({ tokens, isAside }: Run, freshStems: ReadonlySet<string>): number {
  const isLittle =
    saysLittle(tokens) || (tokens.length === 1 && tokens.some(({ form, isDoing }) => isGerund(form) && !isDoing));
  const fresh = tokens.filter(({ form }) => freshStems.has(stemOf(form))).length;
  return (Math.min(2, fresh) + Math.min(3, tokens.length) / 4) * (isAside || isLittle ? ASIDE_WORTH : 1);
}

/** Of a long run, its end from the start of a phrase; else its beginning. */
function fitting(tokens: readonly Token[]): readonly Token[] {
  if (tokens.length <= MAX_WORDS) return tokens;
  const ends = tokens
    .flatMap((token, at) => (functionWords.has(token.form) ? [trimmed(tokens.slice(at + 1))] : []))
    .find(({ length }) => length > 0 && length <= MAX_WORDS);
  return ends ?? trimmed(tokens.slice(0, MAX_WORDS));
}
