import { expect, test } from 'vitest';

import { readTitle } from './title-prompt.ts';

test.each([
  ['"The Long Road of Tea"\nIt is about tea.', 'The Long Road of Tea'],
  ['Title: ‘What’s driving Jevons’s paradox’.', 'What’s driving Jevons’s paradox'],
  ['one two three four five six seven', 'one two three four five six'],
  ['煤炭与效率的悖论', '煤炭与效率的悖论'],
  ['Coal', null],
  ['Coal paradox', null],
  ['“”', null],
  ['… … …', null],
])('the title of %j is %j', (answer, title) => {
  expect(readTitle(answer)).toBe(title);
});
