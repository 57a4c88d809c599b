import { expect, test } from 'vitest';

import { changedWords, diffParagraphs } from './diff-paragraphs.ts';

test('two versions are laid over each other paragraph by paragraph', () => {
  const paragraphs = diffParagraphs(
    'The pump came first.\n\nEconomists call it a paradox.\n\nThe end.',
    'The pump came first.\n\nEconomists argue about it.\n\nA new one.\n\nThe end.',
  );
  expect(paragraphs.map(({ isSame }) => isSame)).toEqual([true, false, false, true]);
  expect(paragraphs[1]?.parts.map(({ kind, text }) => `${kind}:${text.trim()}`)).toContain('removed:call');
  expect(paragraphs[2]?.parts).toEqual([{ kind: 'added', text: 'A new one.\n\n' }]);
  expect(changedWords(paragraphs)).toEqual({ added: 5, removed: 3 });
});

test('versions that are the same have no changed words, and marks are none', () => {
  expect(changedWords(diffParagraphs('One.[^1]', 'One.[^12]'))).toEqual({ added: 0, removed: 0 });
  expect(changedWords(diffParagraphs('One.\n\nTwo.', 'One.\n\nTwo.'))).toEqual({ added: 0, removed: 0 });
});
