import { stemmer } from 'stemmer';

import { INVISIBLE } from './invisible.ts';

/** Folds case, width and accents, and removes invisible characters: `Adénosine` and `adenosine` have the same form. */
export function foldForm(raw: string): string {
  const plain = raw.toLowerCase();
  if (!/[^ -~]/.test(plain)) return plain;
  return plain
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0640]/g, '')
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}

/** In lower case, with `ä` as `ae`: `Köln` becomes `koeln`. */
export function withUmlautsSpelled(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/gu, (letter) => `${foldForm(letter)}e`);
}

const IRREGULAR: Readonly<Record<string, string>> = {
  made: 'make',
  gave: 'give',
  given: 'give',
  went: 'go',
  gone: 'go',
  goes: 'go',
  got: 'get',
  took: 'take',
  taken: 'take',
  came: 'come',
  knew: 'know',
  known: 'know',
  grew: 'grow',
  grown: 'grow',
  fell: 'fall',
  fallen: 'fall',
  rose: 'rise',
  risen: 'rise',
  held: 'hold',
  kept: 'keep',
  left: 'leave',
  lost: 'lose',
  slept: 'sleep',
  felt: 'feel',
  found: 'find',
  brought: 'bring',
  built: 'build',
  broke: 'break',
  broken: 'break',
  wrote: 'write',
  written: 'write',
  drank: 'drink',
  drunk: 'drink',
  ate: 'eat',
  eaten: 'eat',
  began: 'begin',
  begun: 'begin',
  ran: 'run',
  saw: 'see',
  seen: 'see',
  thought: 'think',
  spoke: 'speak',
  sent: 'send',
  spent: 'spend',
  stood: 'stand',
  led: 'lead',
  men: 'man',
  women: 'woman',
  children: 'child',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  people: 'person',
  lives: 'life',
  died: 'die',
  dying: 'die',
  bound: 'bind',
  shown: 'show',
  chose: 'choose',
  chosen: 'choose',
  used: 'use',
  using: 'use',
  agreed: 'agree',
  freed: 'free',
};

/** The base form of an irregular form: `began` gives `begin`. */
function baseOf(form: string): string {
  return Object.hasOwn(IRREGULAR, form) ? (IRREGULAR[form] ?? form) : form;
}

const MAX_KNOWN = 50_000;
const known = new Map<string, string>();

/** Porter's algorithm. Each word is stemmed once: a pure cache, emptied when it grows large. */
export function stemEnglish(form: string): string {
  let stem = known.get(form);
  if (stem !== undefined) return stem;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(form, (stem = form.length > 2 ? stemmer(form) : form));
  return stem;
}

/**
 * The stem of a form, including irregular ones; words of other scripts and languages mostly remain unchanged. Only for
 * comparison.
 */
export function stemOf(form: string): string {
  const base = baseOf(form);
  return /^[a-z]+$/.test(base) ? stemEnglish(base) : base;
}

/** The stem of a word as written, without a clitic: `Caffeine's` and `caffeine` have the same stem. */
export function stemOfWord(word: string): string {
  return stemOf(foldForm(word).replace(/['’].*/s, ''));
}
