import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SentenceEnd, sentencesOf } from './sentences.ts';

test.each([
  ['One. Two? Three! Four', ['One. ', 'Two? ', 'Three! ', 'Four']],
  ['It takes approx. 3.5 hours, e.g. at night. Then?', ['It takes approx. 3.5 hours, e.g. at night. ', 'Then?']],
  ['Dr. Smith and J. R. Ewing met. Why?', ['Dr. Smith and J. R. Ewing met. ', 'Why?']],
  ['He said “Stop.” Then he left.', ['He said “Stop.” ', 'Then he left.']],
  ['Well … maybe so. What else?', ['Well … maybe so. ', 'What else?']],
  ['これは何ですか？次は。', ['これは何ですか？', '次は。']],
  ['- first\n- second\n\n“a ____ b”', ['- first\n- second\n\n', '“a ____ b”']],
  ['Think of these:\n- one more\nthing', ['Think of these:\n', '- one more\nthing']],
  ['1. Begin here. Go on', ['1. Begin here. ', 'Go on']],
  ['`a.b()` and x.y = 3. Right?', ['`a.b()` and x.y = 3. ', 'Right?']],
  ['Really?! Yes.', ['Really?! ', 'Yes.']],
  ['', []],
  ['   ', ['   ']],
])('%j is split into its sentences', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});

function sentenceEnd(text: string, isWhole: boolean): number {
  return new SentenceEnd().find(text, isWhole);
}

test('a sentence ends only when later text cannot change it', () => {
  expect(sentenceEnd('It takes 3.', false)).toBe(-1);
  expect(sentenceEnd('It takes 3. ', false)).toBe(-1);
  expect(sentenceEnd('It takes 3. T', false)).toBe(12);
  expect(sentenceEnd('It takes 3.', true)).toBe(11);
  expect(sentenceEnd('何ですか？', false)).toBe(5);
});

test('text without an end is cut at a gap, so that the held text is bounded', () => {
  const endless = 'word '.repeat(200);
  const end = sentenceEnd(endless, false);
  expect(end).toBeGreaterThan(500);
  expect(end).toBeLessThanOrEqual(601);
  expect(sentenceEnd('x'.repeat(700), false)).toBe(600);
});

test('the sentences joined equal the text, for any text', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('. ', '? ', '\n', '…', '。', '“', '”', 'e.g.', '3.5', ' '));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(sentencesOf(pieces.join('')).join('')).toBe(pieces.join(''));
    }),
  );
});

test.each(['"', ' ', '\t', '.', 'x', 'a\n', '”', 'a. b'])(
  'the held text is bounded however long %j continues',
  (unit) => {
    const text = `a.${unit.repeat(5_000)}`;
    const end = sentenceEnd(text, false);
    expect(end).toBeGreaterThan(0);
    expect(end).toBeLessThan(700);
  },
);

test('an end is found at the same position however the text arrives', () => {
  const part = fc.constantFrom('a', 'B', 'e.g', ' ', '\n', '.', '?', '…', '”', '。', '1', 'word ', 'x'.repeat(90));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 60 }), (parts) => {
      const growing = new SentenceEnd();
      let text = '';
      for (const next of parts) {
        text += next;
        const end = growing.find(text, false);
        expect(end).toBe(sentenceEnd(text, false));
        if (end > 0) return;
      }
      expect(growing.find(text, true)).toBe(sentenceEnd(text, true));
    }),
  );
});
