import { foldForm, stemOf } from '#kernel/words/stems.ts';

import { sessionStems } from '../tutoring/session-words.ts';
import { functionWords, isGerman, lightWords } from '../words/function-words.ts';
import { isAdjective } from './adjectives.ts';
import { withoutChat } from './chat-words.ts';
import { runsOf, type Run } from './runs.ts';
import type { Token } from './tokens.ts';

const MOST_WORDS = 6;
const MOST_CHARACTERS = 60;
/** So little that anything else is better. */
const ASIDE_WORTH = 0.1;

/** Though words of the questioning have the same stem. */
const NAMES_TOO: ReadonlySet<string> = new Set(['leaves', 'party', 'parties']);

interface Naming {
  /** Of what the tangent is new by. */
  readonly freshStems: ReadonlySet<string>;
  /** Where a capital shows whether a word is a name. */
  readonly otherTexts: readonly string[];
}

/** Two to six words out of the person's own, where the sentence has as many that tell. */
export function nameTopic(sentence: string, { freshStems, otherTexts }: Naming): string {
  const plain = calmed(withoutChat(sentence));
  const inGerman = [plain, sentence].some((text) => isGerman((text.match(/\p{L}+/gu) ?? []).map(foldForm)));
  const runs = runsOf(plain);
  const hasNouns = runs.some(({ tokens }) => tokens.some(isNoun));
  const found = runs
    .map((run, order) => ({ ...run, order, tokens: trimmed(inGerman && hasNouns ? nouns(run.tokens) : run.tokens) }))
    .filter(({ tokens }) => tokens.length > 0)
    .map((run) => ({ ...run, worth: worthOf(run, freshStems) }));
  const chosen: typeof found = [];
  for (const run of found.toSorted((one, other) => other.worth - one.worth || one.order - other.order)) {
    const words = chosen.reduce((sum, { tokens }) => sum + tokens.length + 1, 0);
    if (
      chosen.length === 0 ||
      (chosen.length === 1 && words + run.tokens.length <= MOST_WORDS && isSecond(run, chosen[0]))
    )
      chosen.push(run);
  }
  const parts = chosen
    .toSorted((one, other) => one.order - other.order)
    .map(({ tokens }) =>
      fitting(chosen.length > 1 ? withoutVerb(tokens) : tokens)
        .map((token, at, all) => (keepsCapital(all, at, inGerman) ? token.raw : cased(token, plain, otherTexts)))
        .join(' '),
    );
  const name = parts.join(inGerman ? ' und ' : ' and ');
  if (name !== '' && name.length <= MOST_CHARACTERS) return name;
  return cut(parts[0] ?? plain.trim());
}

/** Shouting is no name. */
function calmed(sentence: string): string {
  return /\p{Ll}/u.test(sentence) || !/\p{Lu}\P{L}+\p{Lu}/u.test(sentence) ? sentence : sentence.toLowerCase();
}

function isTelling({ form }: Token): boolean {
  if (NAMES_TOO.has(form)) return true;
  return !functionWords.has(form) && !lightWords.has(form) && !sessionStems.has(stemOf(form));
}

function trimmed(tokens: readonly Token[]): readonly Token[] {
  const tells = (token: Token, at: number) =>
    isTelling(token) || (isName(token) && (isName(tokens[at - 1]) || isName(tokens[at + 1])));
  const first = tokens.findIndex(tells);
  if (first < 0) return [];
  const last = tokens.findLastIndex((token, at) => tells(token, at) && (at === first || !/[^l]ly$/.test(token.raw)));
  const before = tokens[first - 1];
  const isState = before !== undefined && isAdjective(tokens[first]?.form ?? '') && before.raw.endsWith('ing');
  return tokens.slice(isState ? first - 1 : first, last + 1);
}

function isName(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Lu}/u.test(token.raw);
}

function isNoun({ raw }: Token): boolean {
  return /^[\p{Lu}\p{N}]/u.test(raw);
}

/** German writes its nouns with a capital: they and the adjectives before them are names, verbs are not. */
function nouns(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.findIndex(isNoun);
  if (first < 0) return [];
  const before = tokens[first - 1];
  const start = before && /e[rsm]?$/.test(before.form) && isTelling(before) ? first - 1 : first;
  return tokens.slice(start, tokens.findLastIndex(isNoun) + 1);
}

/** Beside another: neither said by the way nor a verb or adjective alone. */
function isSecond({ tokens: [first, ...more], isAside }: Run, best: Run | undefined): boolean {
  if (isAside || !first || (first.isDoing === true && best?.tokens.some(isMadeNoun))) return false;
  return more.length > 0 || !(isMadeNoun(first) || isAdjective(first.form));
}

/** A verb made a noun: "erupting". */
function isMadeNoun({ raw, form }: Token): boolean {
  return foldForm(raw) !== form;
}

/** Of two, each is what it is about, not what that does. */
function withoutVerb(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.at(-1);
  return tokens.length > 1 && last && isMadeNoun(last) ? trimmed(tokens.slice(0, -1)) : tokens;
}

function worthOf({ tokens, isAside }: Run, freshStems: ReadonlySet<string>): number {
  const isLoneAdjective = tokens.length === 1 && tokens.some(({ form }) => isAdjective(form));
  const fresh = tokens.filter(({ form }) => freshStems.has(stemOf(form))).length;
  return (Math.min(2, fresh) + Math.min(3, tokens.length) / 4) * (isAside || isLoneAdjective ? ASIDE_WORTH : 1);
}

/** Of a long run its end, from where a phrase begins; else its beginning. */
function fitting(tokens: readonly Token[]): readonly Token[] {
  if (tokens.length <= MOST_WORDS) return tokens;
  const ends = tokens
    .flatMap((token, at) => (functionWords.has(token.form) ? [trimmed(tokens.slice(at + 1))] : []))
    .find(({ length }) => length > 0 && length <= MOST_WORDS);
  return ends ?? trimmed(tokens.slice(0, MOST_WORDS));
}

/** "Great Wall"; and in German whatever no noun stands behind is one. */
function keepsCapital(tokens: readonly Token[], at: number, inGerman: boolean): boolean {
  const next = tokens[at + 1];
  return inGerman ? next === undefined || functionWords.has(next.form) : isName(tokens[at]) && isName(next);
}

/** The capital of a sentence's beginning goes, unless the word has it elsewhere too. */
function cased({ raw }: Token, sentence: string, otherTexts: readonly string[]): string {
  if (!/^\p{Lu}\p{Ll}+$/u.test(raw) || !new RegExp(`^\\P{L}*${raw}`, 'u').test(sentence)) return raw;
  const inside = new RegExp(`[\\p{L},;] ${raw}(?!\\p{L})`, 'u');
  return [sentence, ...otherTexts].some((text) => inside.test(text)) ? raw : raw.toLowerCase();
}

/** Where nothing tells, the words as they stand. */
function cut(text: string): string {
  const words = text.split(/\s+/).slice(0, MOST_WORDS);
  const last = words.findLastIndex((word) => !functionWords.has(foldForm(word)));
  const kept = last < 0 ? words : words.slice(0, last + 1);
  while (kept.length > 1 && kept.join(' ').length > MOST_CHARACTERS) kept.pop();
  return Array.from(kept.join(' ')).slice(0, MOST_CHARACTERS).join('').trim();
}
