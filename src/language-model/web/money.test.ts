import { expect, test } from 'vitest';

import { amountText, costText, dollars, priceText, readAmount } from './money.ts';

test('amounts are shown in dollars, small ones in fractions of a cent', () => {
  expect([0, 50, 3_412, 10_000, 425_000, 1_204_500_000].map(dollars)).toEqual([
    '$0.00',
    'under $0.0001',
    '$0.0034',
    '$0.01',
    '$0.43',
    '$1,204.50',
  ]);
});

test('an unknown cost is shown as unknown', () => {
  expect(costText(null)).toBe('price unknown');
  expect(costText(2_000_000)).toBe('$2.00');
});

test('a price per million tokens omits empty cents', () => {
  expect([3_000_000, 800_000, 0].map(priceText)).toEqual(['$3', '$0.80', '$0']);
});

test('a limit is an amount in dollars or empty', () => {
  expect(['', '  ', '2', '$ 2.50', '2,5', '0'].map(readAmount)).toEqual([
    { micros: null },
    { micros: null },
    { micros: 2_000_000 },
    { micros: 2_500_000 },
    { micros: 2_500_000 },
    { micros: 0 },
  ]);
});

test('an invalid amount is a problem', () => {
  for (const text of ['two', '-1', '1.234', '1e3', '1,000.00', '99999999', 'NaN', '.'])
    expect(readAmount(text), text).toHaveProperty('problem');
});

test('a limit is shown in its field as entered', () => {
  for (const micros of [null, 0, 2_500_000, 19_990_000]) expect(readAmount(amountText(micros))).toEqual({ micros });
});
