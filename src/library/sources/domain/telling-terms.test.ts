import { expect, test } from 'vitest';

import { tellingTerms } from './telling-terms.ts';

const of = (content: string, title = '') => tellingTerms({ title, content, language: 'en' });

test('words that every text contains are not telling', () => {
  expect(of('Looking at more of the same things again, they found it was different than before. 2026!')).toEqual([]);
});

test('a name is strong, and so is a title word that the text repeats', () => {
  const terms = of('Engines burn coal. In Britain coal drove engines, said Jevons, and coal was cheap.', 'Coal');
  const strong = terms.filter(({ isStrong }) => isStrong).map(({ word }) => word);
  expect(strong.toSorted()).toEqual(['Britain', 'Coal', 'Jevons']);
  expect(terms[0]).toMatchObject({ word: 'Coal', count: 4 });
  expect(terms.find(({ term }) => term === 'engin')).toMatchObject({ word: 'Engines', count: 2, isStrong: false });
});
