import { foldForm, stemOf } from '#kernel/words/stems.ts';

import { sessionStems } from '../tutoring/session-words.ts';
import { functionWords, isGerman, lightWords } from '../words/function-words.ts';
import { runsOf, type Run, type Token } from './runs.ts';

const MOST_WORDS = 6;
const MOST_CHARACTERS = 60;

interface Naming {
  /** Of what the tangent is new by. */
  readonly freshStems: ReadonlySet<string>;
  /** Where a capital shows whether a word is a name. */
  readonly otherTexts: readonly string[];
}

/** Two to six words out of the person's own, where the sentence has as many that tell. */
export function nameTopic(sentence: string, { freshStems, otherTexts }: Naming): string {
  const inGerman = isGerman((sentence.match(/\p{L}+/gu) ?? []).map(foldForm));
  const plain = calmed(sentence);
  const runs = runsOf(plain);
  const hasNouns = runs.some(({ tokens }) => tokens.some(isNoun));
  const found = runs
    .map((run, order) => ({ ...run, order, tokens: trimmed(inGerman && hasNouns ? nouns(run.tokens) : run.tokens) }))
    .filter(({ tokens }) => tokens.length > 0)
    .map((run) => ({ ...run, worth: worthOf(run, freshStems) }));
  const chosen: typeof found = [];
  for (const run of found.toSorted((one, other) => other.worth - one.worth || one.order - other.order)) {
    const words = chosen.reduce((sum, { tokens }) => sum + tokens.length + 1, 0);
    if (chosen.length === 0 || (chosen.length === 1 && words + run.tokens.length <= MOST_WORDS && !isLoneVerb(run)))
      chosen.push(run);
  }
  const parts = chosen
    .toSorted((one, other) => one.order - other.order)
    .map(({ tokens }) =>
      fitting(tokens)
        .map((token) => cased(token, plain, otherTexts))
        .join(' '),
    );
  const name = parts.join(inGerman ? ' und ' : ' and ');
  if (name !== '' && name.length <= MOST_CHARACTERS) return name;
  return cut(parts[0] ?? sentence.trim());
}

/** Shouting is no name. */
function calmed(sentence: string): string {
  return /\p{Ll}/u.test(sentence) || !/\p{Lu}\P{L}+\p{Lu}/u.test(sentence) ? sentence : sentence.toLowerCase();
}

function isTelling({ form }: Token): boolean {
  return !functionWords.has(form) && !lightWords.has(form) && !sessionStems.has(stemOf(form));
}

function trimmed(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.findIndex(isTelling);
  const last = tokens.findLastIndex((token, at) => isTelling(token) && (at === first || !/[^l]ly$/.test(token.form)));
  return first < 0 ? [] : tokens.slice(first, last + 1);
}

function isNoun({ raw }: Token): boolean {
  return /^[\p{Lu}\p{N}]/u.test(raw);
}

/** German writes its nouns with a capital: they and the adjectives before them are names, verbs are not. */
function nouns(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.findIndex(isNoun);
  if (first < 0) return [];
  const before = tokens[first - 1];
  const start = before && /e[nrsm]?$/.test(before.form) && isTelling(before) ? first - 1 : first;
  return tokens.slice(start, tokens.findLastIndex(isNoun) + 1);
}

/** A verb made a noun says nothing by itself. */
function isLoneVerb({ tokens: [first, ...more] }: Run): boolean {
  return more.length === 0 && first !== undefined && foldForm(first.raw) !== first.form;
}

function worthOf({ tokens, isExample }: Run, freshStems: ReadonlySet<string>): number {
  const fresh = tokens.filter(({ form }) => freshStems.has(stemOf(form))).length;
  return (Math.min(2, fresh) + Math.min(3, tokens.length) / 4) * (isExample ? 0.1 : 1);
}

/** Of a long run its end, from where a phrase begins; else its beginning. */
function fitting(tokens: readonly Token[]): readonly Token[] {
  if (tokens.length <= MOST_WORDS) return tokens;
  const ends = tokens
    .flatMap((token, at) => (functionWords.has(token.form) ? [trimmed(tokens.slice(at + 1))] : []))
    .find(({ length }) => length > 0 && length <= MOST_WORDS);
  return ends ?? trimmed(tokens.slice(0, MOST_WORDS));
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
