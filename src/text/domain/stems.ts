/** Folds case, width and accents: `Adénosine` and `adenosine` have the same form. */
export function foldForm(raw: string): string {
  const plain = raw.toLowerCase();
  if (!/[^ -~]/.test(plain)) return plain;
  return plain
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0640]/g, '')
    .normalize('NFKC')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}

/** Longest first; the rest must keep a vowel and `least` letters. */
const ENDINGS: readonly (readonly [ending: string, least: number])[] = [
  ['fulness', 3],
  ['ousness', 3],
  ['iveness', 3],
  ['ations', 4],
  ['ation', 4],
  ['ments', 4],
  ['ment', 4],
  ['ities', 4],
  ['ness', 3],
  ['ings', 3],
  ['ions', 4],
  ['ing', 3],
  ['ion', 4],
  ['ity', 4],
  ['ies', 2],
  ['ied', 2],
  ['ily', 3],
  ['ers', 4],
  ['ors', 4],
  ['est', 3],
  ['ly', 3],
  ['ed', 3],
  ['er', 3],
  ['or', 4],
  ['es', 3],
  ['s', 3],
  ['e', 3],
  ['y', 3],
];

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

/** Of an irregular form the word itself: `began` is `begin`. */
export function baseOf(form: string): string {
  return Object.hasOwn(IRREGULAR, form) ? (IRREGULAR[form] ?? form) : form;
}

function strip(form: string): string {
  for (const [ending, least] of ENDINGS) {
    if (!form.endsWith(ending) || form.length - ending.length < least) continue;
    if (ending === 'ed' && form.endsWith('eed')) continue;
    if (ending === 's' && /[suo]s$|is$/.test(form)) return form;
    const rest = form.slice(0, -ending.length);
    if (!/[aeiouy]/.test(rest)) continue;
    const undoubled = /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
    return undoubled.replace(/[ieyi]$/, '');
  }
  return form;
}

/**
 * A light stem: removes inflection, and mostly keeps word families together. Made for English; endings of other Latin
 * languages stay. Only for comparison.
 */
export function stemOf(form: string): string {
  const base = baseOf(form);
  if (form.length < 4 || !/^[a-z]+$/.test(form)) return base;
  const once = strip(base).replace(/(?<=[a-z]{3})i$/, '');
  return once.length > 5 && once !== base && /(?:at|iz|ing|ed|er|e|s)$/.test(once) ? strip(once) : once;
}

/** The stem of a word as written, without a clitic: `Caffeine's` and `caffeine` have the same stem. */
export function stemOfWord(word: string): string {
  return stemOf(foldForm(word).replace(/['’].*/s, ''));
}
