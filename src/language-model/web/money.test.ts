import { expect, test } from 'vitest';

import { amountText, costText, dollars, priceText, readAmount } from './money.ts';

test('an amount is read in dollars, and in parts of a cent where it is less', () => {
  expect([0, 50, 3_412, 10_000, 425_000, 1_204_500_000].map(dollars)).toEqual([
    '$0.00',
    'under $0.0001',
    '$0.0034',
    '$0.01',
    '$0.43',
    '$1,204.50',
  ]);
});

test('a cost without a price says so', () => {
  expect(costText(null)).toBe('price unknown');
  expect(costText(2_000_000)).toBe('$2.00');
});

test('a price of a million tokens leaves out empty cents', () => {
  expect([3_000_000, 800_000, 0].map(priceText)).toEqual(['$3', '$0.80', '$0']);
});

test('a limit is written as dollars or left empty', () => {
  expect(['', '  ', '2', '$ 2.50', '2,5', '0'].map(readAmount)).toEqual([
    { micros: null },
    { micros: null },
    { micros: 2_000_000 },
    { micros: 2_500_000 },
    { micros: 2_500_000 },
    { micros: 0 },
  ]);
});

test('what is no amount is said to be none', () => {
  for (const text of ['two', '-1', '1.234', '1e3', '1,000.00', '99999999', 'NaN', '.'])
    expect(readAmount(text), text).toHaveProperty('problem');
});

test('a limit comes back into its field as it was written', () => {
  for (const micros of [null, 0, 2_500_000, 19_990_000]) expect(readAmount(amountText(micros))).toEqual({ micros });
});
