import { expect, test } from 'vitest';

import type { SearchAnswer } from '../protocol.ts';
import { foundByWords, foundLine } from './search-words.ts';

const hit = {} as SearchAnswer['hits'][number];
const answer: SearchAnswer = {
  hits: [hit],
  byWords: 2,
  byMeaning: 6,
  milliseconds: 37.6,
  meaning: { state: 'used', problem: null, model: 'small', threshold: 0.3, waitingSources: 9 },
};

test('a hit shows which arm found it', () => {
  expect(foundByWords({ foundBy: 'meaning' })).toBe('meaning');
  expect(foundByWords({ foundBy: 'words' })).toBe('words');
  expect(foundByWords({ foundBy: 'both' })).toBe('words and meaning');
});

test('the line counts the results, and shows no figure of a model', () => {
  expect(foundLine(answer)).toBe('6 by meaning, 2 by words.');
});

test('results by meaning are not counted if meaning was not used', () => {
  expect(foundLine({ ...answer, byMeaning: 0, meaning: { ...answer.meaning, state: 'unused' } })).toBe('2 by words.');
  expect(foundLine({ ...answer, hits: [] })).toBe('Nothing found.');
});
