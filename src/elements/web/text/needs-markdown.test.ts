import { expect, test } from 'vitest';

import { needsMarkdown } from './needs-markdown.ts';

test.each([
  'Right. So what happens when the caffeine wears off?',
  'One.\n\nTwo, and 3 * 4 = 12; a_b is a name.',
  'Which words are missing? “Adenosine ____ in the ____ while we are ____.”',
  'It costs 5 < 6 and 10% - 12%.',
  '',
])('%j reads the same without a parser', (text) => {
  expect(needsMarkdown(text)).toBe(false);
});

test.each([
  'Some **bold** words',
  'an _important_ one',
  'a `code` span',
  '# Heading',
  'First:\n- one\n- two',
  '1. one\n2. two',
  '> said',
  '| a | b |\n|---|---|',
  '[link](https://example.com)',
  'see https://example.com',
  '```\ncode\n```',
  'a <b>tag</b>',
  '~~gone~~',
  'above\n\n---\n\nbelow',
])('%j needs one', (text) => {
  expect(needsMarkdown(text)).toBe(true);
});
