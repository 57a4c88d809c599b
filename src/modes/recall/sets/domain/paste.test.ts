import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readPaste } from './paste.ts';

const texts = (text: string) => readPaste(text).points.map((point) => point.text);

test('plain text is one point per line, without empty lines', () => {
  expect(readPaste('One.\n\n  Two.  \r\nThree.')).toEqual({
    points: [
      { text: 'One.', context: '', line: 1 },
      { text: 'Two.', context: '', line: 3 },
      { text: 'Three.', context: '', line: 4 },
    ],
    broken: [],
  });
});

test('bullets, numbers and checkboxes are removed; words that only look like them stay', () => {
  expect(texts('- a b\n* c\n+ d\n• e\n1. f\n12) g\n- [ ] h\n- [x] i\n-j\n3.5 km\n1984 was a year\n*k*')).toEqual([
    'a b',
    'c',
    'd',
    'e',
    'f',
    'g',
    'h',
    'i',
    '-j',
    '3.5 km',
    '1984 was a year',
    '*k*',
  ]);
});

test('headings form the path to what follows and end at a higher one', () => {
  const { points } = readPaste('# Coffee\nA\n## At night ##\nB\n### Late\nC\n## Morning\nD\n# Tea\nE\n---\n#hash');
  expect(points.map(({ text, context }) => [text, context])).toEqual([
    ['A', 'Coffee'],
    ['B', 'Coffee › At night'],
    ['C', 'Coffee › At night › Late'],
    ['D', 'Coffee › Morning'],
    ['E', 'Tea'],
    ['#hash', 'Tea'],
  ]);
});

test('a line that cannot become a point is reported with its number, and the others are read', () => {
  const long = 'x'.repeat(2_001);
  const { points, broken } = readPaste(`ok\n- \n${long}\nbad \ufffd\nnul \u0000\nok\n\u200b\u200e\n1.`);
  expect(points.map((point) => point.line)).toEqual([1]);
  expect(broken.map(({ line, message }) => [line, message])).toEqual([
    [2, 'Nothing stands after the bullet.'],
    [3, 'A point has at most 2000 characters; this one has 2001.'],
    [4, 'It holds characters that cannot be read. Was the file saved as UTF-8?'],
    [5, 'It holds characters that cannot be read. Was the file saved as UTF-8?'],
    [6, 'It says the same as line 1.'],
    [7, 'There is nothing to read in this line.'],
    [8, 'Nothing stands after the bullet.'],
  ]);
});

test('the same words under another heading are another point', () => {
  expect(texts('# A\nsame\n# B\nsame')).toEqual(['same', 'same']);
});

test('every line is a point, a heading, empty, a rule or reported, for any input', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 30 }), (lines) => {
      const text = lines.map((line) => line.replace(/[\r\n]/g, ' ')).join('\n');
      const { points, broken } = readPaste(text);
      for (const point of points) {
        expect(point.text.trim()).not.toBe('');
        expect(point.text.isWellFormed()).toBe(true);
      }
      const told = [...points.map((point) => point.line), ...broken.map((line) => line.line)];
      expect(new Set(told).size).toBe(told.length);
    }),
  );
});

test.each(['#', '# ', '-', '- ', '*', '1.', '[ ] ', '>'])(
  'a long line that repeats %j is reported as too long',
  (part) => {
    const tooLong = [{ line: 1, message: expect.stringMatching(/^A (point|heading) has at most/) as string }];
    for (const line of [`a${part.repeat(100_000)}`, `# a${part.repeat(100_000)}x`, `# ${part.repeat(700)} x`])
      expect(readPaste(line)).toMatchObject({ points: [], broken: tooLong });
  },
);

test.each([' ', '\t', '-', '*'])('a long line of nothing but %j is no point', (part) => {
  expect(readPaste(part.repeat(100_000))).toMatchObject({ points: [], broken: [] });
});
