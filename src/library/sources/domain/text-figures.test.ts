import { expect, test } from 'vitest';

import { countWords, previewOf, titleFrom } from './text-figures.ts';

test.each([
  ['# On *sleep* and `memory`\n\nMore.', 'On sleep and memory'],
  ['---\ntitle: x\n---\n\n> Quoted **words**', 'Quoted words'],
  ['- [ ] buy [milk](https://example.org)', 'buy milk'],
  ['![](a.png)\n***\n\nText with snake_case and 2 * 3 * 4.', 'Text with snake_case and 2 * 3 * 4.'],
  ['[[Folder/Title#part|the label]] says', 'the label says'],
  ['🙂\n\nWords', 'Words'],
  ['gpj.\u202elive\u2069', 'gpj.live'],
  ['', ''],
  [' \n\t', ''],
])('the title of %j is “%s”', (content, title) => {
  expect(titleFrom(content)).toBe(title);
});

test('a long first line is cut between words, and a long word where necessary', () => {
  const title = titleFrom(`${'several words, '.repeat(20)}`);
  expect(title).toMatch(/^several words(, several words)*( several)?…$/);
  expect(title.length).toBeLessThanOrEqual(81);
  expect(titleFrom('𝒳'.repeat(100))).toBe(`${'𝒳'.repeat(40)}…`);
});

test('a preview has at most 200 characters and never ends in half a character', () => {
  expect(previewOf('One\n\ntwo   three')).toBe('One two three');
  expect(previewOf(`x${'𝒳'.repeat(300)}`)).toBe(`x${'𝒳'.repeat(99)}`);
});

test('words are counted in every script', () => {
  expect(countWords('Two words, 3 numbers and naïve Zürich.')).toBe(7);
  expect(countWords('石炭の最初の用途')).toBe(4);
  expect(countWords('שלום עולם')).toBe(2);
  expect(countWords(' … 🙂 ')).toBe(0);
  expect(countWords('\u0301'.repeat(3_000_000))).toBeLessThan(10_000);
});
