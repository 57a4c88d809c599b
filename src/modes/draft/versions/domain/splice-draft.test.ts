import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { DraftCitation } from '../../protocol.ts';
import { spliceDraft } from './splice-draft.ts';

function spliced(splice: Parameters<typeof spliceDraft>[0]) {
  const changed = spliceDraft(splice);
  if (!changed) throw new Error('the words were not found');
  return changed;
}

const cited = (number: number): DraftCitation => ({
  number,
  sourceId: `source-${number}`,
  title: 'A source',
  url: null,
  quote: 'words',
  sourceVersion: 1,
  claim: 'words',
});

const TEXT = 'First.[^1]\n\nSecond paragraph.[^2]\n\nThird.[^3]';
const CITATIONS = [cited(1), cited(2), cited(3)];
const SECOND = { start: 12, end: 33, words: TEXT.slice(12, 33) };

test('only the chosen paragraph changes, and its citations get free numbers', () => {
  const changed = spliced({
    chosen: { text: TEXT, citations: CITATIONS, range: SECOND },
    current: { text: TEXT, citations: CITATIONS },
    replacement: { text: '\nShorter.[^1]\n', citations: [cited(1)] },
  });
  expect(changed).toEqual({
    text: 'First.[^1]\n\nShorter.[^4]\n\nThird.[^3]',
    citations: [cited(1), cited(3), { ...cited(1), number: 4 }],
    isOfCurrent: true,
  });
});

test('a mark without a citation keeps its number to itself', () => {
  const text = 'First.[^1]\n\nSecond.\n\nThird.[^3]';
  const changed = spliced({
    chosen: { text, citations: [cited(1)], range: { start: 12, end: 19, words: 'Second.' } },
    current: undefined,
    replacement: { text: 'A.[^1] B.[^2]', citations: [cited(1), cited(2)] },
  });
  expect(changed.text).toBe('First.[^1]\n\nA.[^4] B.[^5]\n\nThird.[^3]');
  expect(changed.citations.map(({ number }) => number)).toEqual([1, 4, 5]);
});

test('edits made elsewhere meanwhile stay', () => {
  const current = `${TEXT}\n\nWritten by hand.`;
  const { text, isOfCurrent } = spliced({
    chosen: { text: TEXT, citations: CITATIONS, range: SECOND },
    current: { text: current, citations: CITATIONS },
    replacement: { text: 'Shorter.', citations: [] },
  });
  expect({ text, isOfCurrent }).toEqual({
    text: 'First.[^1]\n\nShorter.\n\nThird.[^3]\n\nWritten by hand.',
    isOfCurrent: true,
  });
});

test('if the current version lacks the paragraph, the chosen version is changed', () => {
  const { text, isOfCurrent } = spliced({
    chosen: { text: TEXT, citations: CITATIONS, range: SECOND },
    current: { text: 'All new.', citations: [] },
    replacement: { text: 'Shorter.', citations: [] },
  });
  expect({ text, isOfCurrent }).toEqual({ text: 'First.[^1]\n\nShorter.\n\nThird.[^3]', isOfCurrent: false });
});

test('a version that has grown is changed at the new place of the words', () => {
  const grown = 'A line above.\n\n' + TEXT;
  const { text, isOfCurrent } = spliced({
    chosen: { text: grown, citations: CITATIONS, range: SECOND },
    current: { text: grown, citations: CITATIONS },
    replacement: { text: 'Shorter.', citations: [] },
  });
  expect({ text, isOfCurrent }).toEqual({
    text: 'A line above.\n\nFirst.[^1]\n\nShorter.\n\nThird.[^3]',
    isOfCurrent: true,
  });
});

test('words that are missing, and a part of a mark, are not replaced', () => {
  const replacement = { text: 'NEW', citations: [] };
  const version = { text: TEXT, citations: CITATIONS };
  for (const words of ['Nowhere', 'First.[^'])
    expect(
      spliceDraft({
        chosen: { ...version, range: { start: 0, end: words.length, words } },
        current: version,
        replacement,
      }),
    ).toBeNull();
});

test('every character outside the words stays', () => {
  const letters = fc.string({ unit: 'grapheme', maxLength: 40 });
  const chosen = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.tuple(letters, chosen, letters, letters), ([before, words, after, replacement]) => {
      const range = { start: before.length, end: before.length + words.length, words };
      const changed = spliceDraft({
        chosen: { text: before + words + after, citations: [], range },
        current: undefined,
        replacement: { text: replacement, citations: [] },
      });
      expect(changed?.text.startsWith(before)).toBe(true);
      expect(changed?.text.endsWith(after)).toBe(true);
    }),
  );
});
