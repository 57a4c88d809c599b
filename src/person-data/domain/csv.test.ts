import { expect, test } from 'vitest';

import { csvLine } from './csv.ts';

test('cells with commas, quotes and line ends are quoted', () => {
  expect(csvLine(['a', 1, null, 'b,c', 'say "d"', 'e\nf'])).toBe('a,1,,"b,c","say ""d""","e\nf"\r\n');
});
