import { expect, test } from 'vitest';

import { denialInWords, isDenial, saidWithDenial } from './denial-words.ts';

test('a denial is recognised, and the words of the person are read from it', () => {
  expect(isDenial(denialInWords())).toBe(true);
  expect(saidWithDenial(denialInWords())).toBe('');
  expect(isDenial(denialInWords(' Use npm run check\nplease '))).toBe(true);
  expect(saidWithDenial(denialInWords(' Use npm run check\nplease '))).toBe('Use npm run check\nplease');
  expect(isDenial('Exit code 3')).toBe(false);
});
