import fc from 'fast-check';
import { expect, test } from 'vitest';

import { INJECTIONS } from '../../../../fixtures/library/injections.ts';
import { QUOTED_DATA, type QuotedPassage, readPassagesText, writePassages } from './passages-text.ts';

const PIECES = [
  ...INJECTIONS,
  QUOTED_DATA,
  '> ',
  '\n',
  '\r\n',
  '```',
  '\u0000\u001b[31m\u0085',
  '\u202e\u2066abc\u2069',
  '\u2028\u2029',
  '⟨U+202E⟩',
  '⟨U+27E8⟩',
  '⟨U+',
  '\ud800',
  '👩‍👩‍👧',
  '"',
  '\\',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary' }), fc.string()))
  .map((pieces) => pieces.join(''));
const passage: fc.Arbitrary<QuotedPassage> = fc.record({
  title: text,
  sourceId: fc.uuid(),
  passage: fc.option(fc.integer({ min: 1, max: 130_000 })),
  start: fc.nat(10_000_000),
  end: fc.nat(10_000_000),
  link: fc.constant('http://127.0.0.1:4600/library/one#p1'),
  text,
});

test('passages with any content are read back unchanged from any position in the text', () => {
  fc.assert(
    fc.property(fc.array(passage), text, (passages, before) => {
      const written = writePassages(passages);
      expect(readPassagesText(written)).toEqual(passages);
      expect(readPassagesText(`${before.replaceAll(/[[>]/gu, '')}\n\n${written}\n\n2 more were found.`)).toEqual(
        passages,
      );
    }),
  );
});

test('no line of a passage can be mistaken for one of Warren, and nothing hidden remains in it', () => {
  fc.assert(
    fc.property(fc.array(passage, { minLength: 1 }), (passages) => {
      const lines = writePassages(passages).split('\n');
      const own = lines.filter((line) => !line.startsWith('> ') && line !== '');
      expect(own).toHaveLength(1 + passages.length);
      expect(own[0]).toBe(QUOTED_DATA);
      for (const [index, line] of own.slice(1).entries()) expect(line.startsWith(`[${index + 1}] "`)).toBe(true);
      expect(lines.join('')).not.toMatch(/(?!\t)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u{E0000}-\u{E007F}]/u);
    }),
  );
});

test('a passage that was cut or changed is left out, and the others are read', () => {
  const one = {
    title: 'Coal',
    sourceId: 'a',
    passage: 2,
    start: 3,
    end: 8,
    link: 'http://x/library/a#p2',
    text: 'Coal.',
  };
  const written = writePassages([one, { ...one, text: '' }, one]);
  expect(readPassagesText(written.replace('(source a,', '(source'))).toEqual([{ ...one, text: '' }, one]);
  expect(readPassagesText(written.slice(0, written.lastIndexOf('\n')))).toEqual([one, { ...one, text: '' }]);
  expect(readPassagesText('> Coal.\n[1] "Coal')).toEqual([]);
});
