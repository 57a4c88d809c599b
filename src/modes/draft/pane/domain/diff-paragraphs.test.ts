import { expect, test } from 'vitest';

import { changedWords, diffParagraphs, isRewritten } from './diff-paragraphs.ts';

test('two versions are compared paragraph by paragraph', () => {
  const paragraphs = diffParagraphs(
    'The pump came first.\n\nEconomists call this a paradox.\n\nThe end.',
    'The pump came first.\n\nEconomists call this an old paradox.\n\nA new one.\n\nThe end.',
  );
  expect(paragraphs.map(({ isSame }) => isSame)).toEqual([true, false, false, true]);
  const removed = paragraphs[1]?.parts.filter(({ kind }) => kind === 'removed').map(({ text }) => text);
  expect(removed).toEqual(['a']);
  expect(paragraphs[2]?.parts).toEqual([{ kind: 'added', text: 'A new one.\n\n' }]);
  expect(changedWords(paragraphs)).toEqual({ added: 5, removed: 1 });
});

test('equal versions have no changed words, and marks do not count as words', () => {
  expect(changedWords(diffParagraphs('One.[^1]', 'One.[^12]'))).toEqual({ added: 0, removed: 0 });
  expect(changedWords(diffParagraphs('One.\n\nTwo.', 'One.\n\nTwo.'))).toEqual({ added: 0, removed: 0 });
});

test('a version that shares little with the previous one counts as rewritten', () => {
  const before = 'Engines pumped water. Coal was cheap.\n\nNobody saw it coming.';
  expect(isRewritten(diffParagraphs(before, `${before} It came.`))).toBe(false);
  expect(isRewritten(diffParagraphs(before, 'Tokens are the coal of this decade, and every desk burns them.'))).toBe(
    true,
  );
});
