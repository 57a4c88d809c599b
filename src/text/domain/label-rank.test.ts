import { expect, test } from 'vitest';

import { labelRanker, likePattern } from './label-rank.ts';

const inOrder = (typed: string, labels: readonly string[]) => {
  const rank = labelRanker(typed);
  return labels.filter((label) => rank(label) > 0).toSorted((one, other) => rank(other) - rank(one));
};

test('a whole match comes first, then whole words, then beginnings of words, then letters', () => {
  const labels = ['Reset the clock', 'New setting', 'Sets in Zürich', 'New set', 'Set of the moor', 'Bread'];
  expect(inOrder('set', labels)).toEqual([
    'Set of the moor',
    'New set',
    'New setting',
    'Sets in Zürich',
    'Reset the clock',
  ]);
  expect(inOrder('new set', labels)).toEqual(['New set', 'New setting']);
});

test('case and accents do not matter, and all words must occur in any order', () => {
  expect(inOrder('zurich SETS', ['Sets in Zürich', 'Sets in Bern'])).toEqual(['Sets in Zürich']);
  expect(inOrder('  ', ['Bread'])).toEqual([]);
});

test('umlauts have two spellings, and invisible characters are ignored', () => {
  expect(inOrder('muenster', ['Münster', 'Munster'])).toEqual(['Münster']);
  expect(inOrder('Münster', ['Muenster', 'Mainz'])).toEqual(['Muenster']);
  expect(inOrder('thermocline', ['Ther\u{AD}mo\u{200B}cline'])).toHaveLength(1);
  expect(inOrder('office', ['The oﬃce'])).toHaveLength(1);
});

test('the pattern of a word matches its forms with accents, and no other character', () => {
  const fits = (word: string, text: string) =>
    new RegExp(`^${likePattern(word).replaceAll('%', '.*').replaceAll('_', '.')}$`, 'u').test(text);
  for (const [word, text] of [
    ['zurich', 'in zürich'],
    ['Zürich', 'zurich'],
    ['naïve', 'a naive one'],
    ['50%', 'by 50% more'],
    ['sea', 'the sea'],
    ['鎌倉', '鎌倉の海'],
  ] as const)
    expect(fits(word, text), word).toBe(true);
  expect(fits('berlin', 'in zürich')).toBe(false);
  expect(fits('a_b%', 'none')).toBe(false);
});
