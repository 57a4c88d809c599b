import { expect, test } from 'vitest';

import { firstWords } from './first-words.ts';

test('the first words of a part are one line without marks, cut between words', () => {
  expect(firstWords('Coal fell\nby half.[^2]')).toBe('Coal fell by half.');
  expect(firstWords('Economists call what followed a paradox, and they have argued about it')).toBe(
    'Economists call what followed a paradox, and they have…',
  );
  expect(firstWords('x'.repeat(80))).toBe(`${'x'.repeat(60)}…`);
});
