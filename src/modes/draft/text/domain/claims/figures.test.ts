import { expect, test } from 'vitest';

import { figuresIn, quotationsIn } from './claims.ts';

test('figures are compared by value', () => {
  expect([...figuresIn('In 1865, 1,000 engines and 12.5% of 1000')]).toEqual(['1865', '1000', '12.5']);
});

test('two words between quotation marks are a quotation, one is not', () => {
  expect(quotationsIn('He said “wholly a confusion”, "of ideas" and „in der Tat“, not “this”.')).toEqual([
    'wholly a confusion',
    'of ideas',
    'in der Tat',
  ]);
});
