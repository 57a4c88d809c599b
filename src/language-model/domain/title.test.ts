import { expect, test } from 'vitest';

import { titleIn } from './title.ts';

test.each([
  ['**Title:** “Coffee and sleep”.', 'Coffee and sleep'],
  ["The brain's 'clock'...", "The brain's clock"],
  ["'Jevons''s paradox'", 'Jevonss paradox'],
  ['\n # Name: Half-life。\nmore', 'Half-life'],
])('%j has the title %j', (answer, title) => {
  expect(titleIn(answer)).toBe(title);
});
