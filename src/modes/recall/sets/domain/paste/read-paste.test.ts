import fc from 'fast-check';
import { expect, test } from 'vitest';

import * as wire from '../../protocol.ts';
import { MAX_CONTEXT_CHARACTERS, MAX_POINT_CHARACTERS } from './heading-path.ts';
import { readPaste } from './read-paste.ts';

const texts = (text: string) => readPaste(text).points.map((point) => point.text);

test('plain text is one point per line, without empty lines', () => {
  expect(readPaste('One.\n\n  Two.  \r\nThree.')).toEqual({
    points: [
      { text: 'One.', context: '', line: 1 },
      { text: 'Two.', context: '', line: 3 },
      { text: 'Three.', context: '', line: 4 },
    ],
    broken: [],
    isProse: false,
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

const wrapped = `Adenosine builds up in the brain while we are awake. Caffeine blocks its
receptors, so that the sleepiness is not felt. When it wears off, what kept
building up acts at once.`;

test('lines broken at a column are joined, in a paragraph and below a bullet', () => {
  const [one = '', two = '', three = ''] = wrapped.split('\n');
  const joined = wrapped.replaceAll('\n', ' ');
  expect(readPaste(`# Coffee\n${wrapped}\n\n- ${one}\n${two}\n${three}\n- Another.`)).toEqual({
    points: [
      { text: joined, context: 'Coffee', line: 2 },
      { text: 'Another.', context: 'Coffee', line: 9 },
    ],
    broken: [{ line: 6, text: `${joined.slice(0, 80)}…`, message: 'It says the same as line 2.' }],
    isProse: true,
  });
  expect(texts('- The crash comes\n  when it wears off.\n- A well-\n  known fact.')).toEqual([
    'The crash comes when it wears off.',
    'A well-known fact.',
  ]);
});

test.each([
  [
    'sentences of similar length',
    'Adenosine builds up in the brain while we are awake.\nCaffeine blocks the adenosine receptors in the brain.',
  ],
  [
    'lines in small letters',
    'mitochondria make the energy of the cell in the form of ATP\nribosomes make the proteins of a cell from amino acids',
  ],
  ['short lines', 'the heart\nthe lungs\nthe liver'],
  [
    'one line with room for the next word',
    'Bread is made with yeast, which makes gas in it\nand salt\nslows the yeast down so that the dough rises',
  ],
])('%s stay one point a line', (_, text) => {
  expect(texts(text)).toEqual(text.split('\n'));
});

test('each row of a table is a point with the names of its columns', () => {
  expect(
    texts(
      '| Country | Capital | People |\n|:--|---|--:|\n| France | Paris | 68 million |\n| Peru | Lima | |\nand more',
    ),
  ).toEqual(['France – Capital: Paris; People: 68 million', 'Peru – Capital: Lima', 'and more']);
  expect(texts('| Word | Meaning |\n|---|---|\n| perro | dog |\n| a \\| b | or |')).toEqual([
    'perro: dog',
    'a | b: or',
  ]);
  expect(texts('| no | table |')).toEqual(['| no | table |']);
});

test('a question and its answer are one point, a statement if only a name was asked for', () => {
  expect(
    texts(
      'Q: What is the capital of France?\nA: Paris\n\n**Q:** Why does it rise?\n\n**A:** Yeast makes gas.\nQ: Who was first? A: He was.',
    ),
  ).toEqual(['The capital of France is Paris.', 'Why does it rise? Yeast makes gas.', 'Who was first? He was.']);
  expect(readPaste('Q: Why?\nQ: How?\nA: So.')).toMatchObject({
    points: [{ text: 'How? So.', line: 2 }],
    broken: [{ line: 1, message: 'No answer follows this question.' }],
  });
});

test('a paragraph of three sentences is prose, a point of two is not', () => {
  expect(readPaste('One is. Two is. Three is.').isProse).toBe(true);
  expect(readPaste('One is. Two is.').isProse).toBe(false);
  expect(readPaste('x'.repeat(3_000)).isProse).toBe(true);
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

test('the limits of the page are those of the wire', () => {
  const { MAX_CONTEXT_CHARACTERS: context, MAX_POINT_CHARACTERS: text } = wire;
  expect([MAX_CONTEXT_CHARACTERS, MAX_POINT_CHARACTERS]).toEqual([context, text]);
});
