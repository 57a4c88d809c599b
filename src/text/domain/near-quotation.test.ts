import { expect, test } from 'vitest';

import { nearQuotation } from './near-quotation.ts';

const SOURCE =
  'Coal was cheap. It may be that efficient engines burnt more coal than before, and nobody knew why. Then prices fell by 5.5 percent.';

function near(quote: string, text = SOURCE) {
  const found = nearQuotation(text, quote);
  return found && { words: text.slice(found.start, found.end), differences: found.differences };
}

test.each([
  [
    'It is certain that efficient engines burnt more coal than before',
    'It may be that efficient engines burnt more coal than before',
    [{ inText: 'may be', inQuote: 'is certain' }],
  ],
  [
    'efficient engines burnt far more coal than before',
    'efficient engines burnt more coal than before',
    [{ inText: '', inQuote: 'far' }],
  ],
  [
    'engines burnt more than before, and nobody knew',
    'engines burnt more coal than before, and nobody knew',
    [{ inText: 'coal', inQuote: '' }],
  ],
  ['Then prices fell by 55 percent', 'Then prices fell by 5.5 percent', [{ inText: '5.5', inQuote: '55' }]],
  [
    'Surely efficient engines burnt more coal than after',
    'that efficient engines burnt more coal than before',
    [
      { inText: 'that', inQuote: 'Surely' },
      { inText: 'before', inQuote: 'after' },
    ],
  ],
  ['Coal was dear, it may be', 'Coal was cheap. It may be', [{ inText: 'cheap', inQuote: 'dear' }]],
  ['EFFICIENT ENGINES burnt MORE coal', 'efficient engines burnt more coal', []],
])('%j is near, and its differences are returned', (quote, words, differences) => {
  expect(near(quote)).toEqual({ words, differences });
});

test.each([
  'Wages rose in the north of the country',
  'It was that it may be and then by more',
  'coal engines',
  'before than coal more burnt engines efficient that be may',
  '',
])('%j is not near', (quote) => {
  expect(near(quote)).toBeNull();
});

test('a repeated word is matched beside the other words', () => {
  expect(near('Salt taxes always paid for canals', '# On salt\n\nSalt taxes paid for canals. Salt was cheap.')).toEqual(
    {
      words: 'Salt taxes paid for canals',
      differences: [{ inText: '', inQuote: 'always' }],
    },
  );
});

test('a word that also occurs before is not matched as the last one', () => {
  const source = '# Trial\n\nIn all, the drug did not reduce mortality in the trial.';
  expect(near('The drug did reduce mortality in the trial', source)).toEqual({
    words: 'the drug did not reduce mortality in the trial',
    differences: [{ inText: 'not', inQuote: '' }],
  });
});

test.each([
  ['It rose by 5% in 2019', 'It rose by 5 % in 2019', []],
  ['It rose by 5 in 2019', 'It rose by 5 % in 2019', [{ inText: '%', inQuote: '' }]],
  ['It rose by 5 in 2019', 'It rose by €5 in 2019', [{ inText: '€', inQuote: '' }]],
  ['It rose by 5 in 2019', 'It rose by −5 in 2019', [{ inText: '−', inQuote: '' }]],
])('for %j a unit is compared with %j, and its space is not', (quote, text, differences) => {
  expect(near(quote, text)).toEqual({ words: text, differences });
});

test('a script without spaces is compared by characters', () => {
  expect(near('咖啡因会阻断大脑受体', '研究表明，咖啡因可能阻断大脑受体。')).toEqual({
    words: '咖啡因可能阻断大脑受体',
    differences: [{ inText: '可能', inQuote: '会' }],
  });
});
