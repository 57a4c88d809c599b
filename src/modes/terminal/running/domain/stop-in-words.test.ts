import { expect, test } from 'vitest';

import { stopInWords } from './stop-in-words.ts';

test('a stop lists the programs that continue or end, and their number', () => {
  expect(stopInWords(['claude in /src'], { endsPrograms: false })).toBe(
    '1 terminal goes on without Warren: claude in /src. "warren stop --terminals" ends it.',
  );
  const seven = Array.from({ length: 7 }, (_, index) => `sh in /${index}`);
  expect(stopInWords(seven, { endsPrograms: true })).toBe(
    '7 terminals end with Warren (WARREN_END_TERMINALS=1): sh in /0, sh in /1, sh in /2, sh in /3, sh in /4 and 2 more.',
  );
});
