import fc from 'fast-check';
import { expect, test } from 'vitest';

import * as wire from '../../protocol.ts';
import { MAX_CONTEXT_CHARACTERS, MAX_POINT_CHARACTERS } from './heading-path.ts';
import { pasteInSteps, readPaste } from './read-paste.ts';

const texts = (text: string) => readPaste(text).points.map((point) => point.text);

test('plain text is one point per line, without empty lines', () => {
  expect(readPaste('One.\n\n  Two.  \r\nThree.')).toEqual({
    points: [
      { text: 'One.', question: null, context: '', line: 1 },
      { text: 'Two.', question: null, context: '', line: 3 },
      { text: 'Three.', question: null, context: '', line: 4 },
    ],
    broken: [],
    isProse: false,
  });
});

test('bullets, numbers and checkboxes are removed; words that only look like them stay', () => {
  const text = '- a b\n* c\n+ d\n• e\n1. f\n12) g\n- [ ] h\n- [x] i\n-j\n3.5 km\n1984 was a year\n*k*';
  expect(texts(text).join('|')).toBe('a b|c|d|e|f|g|h|i|-j|3.5 km|1984 was a year|*k*');
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
      { text: joined, question: null, context: 'Coffee', line: 2 },
      { text: 'Another.', question: null, context: 'Coffee', line: 9 },
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
  const table = '| Country | Capital | People |\n|:--|---|--:|\n| France | Paris | 68 million |\n| Peru | Lima | |';
  expect(texts(`${table}\nand more`)).toEqual([
    'France – Capital: Paris; People: 68 million',
    'Peru – Capital: Lima',
    'and more',
  ]);
  expect(texts('| Word | Meaning |\n|---|---|\n| perro | dog |\n| a \\| b | or |')).toEqual([
    'perro: dog',
    'a | b: or',
  ]);
  expect(texts('| no | table |')).toEqual(['| no | table |']);
});

const asked = (text: string) => readPaste(text).points.map(({ question, text: answer }) => [question, answer]);

test.each([
  ['Q and A', 'Q: What is the capital of France?\nA: Paris'],
  ['words', 'Question 1: What is the capital of France?\nAnswer 1: Paris'],
  ['German words', 'Frage: What is the capital of France?\nAntwort: Paris'],
  ['German letters', 'F: What is the capital of France?\nA: Paris'],
  ['the sides of a card', 'Vorderseite: What is the capital of France?\nRückseite: Paris'],
  ['Spanish letters', 'P: What is the capital of France? R: Paris'],
  ['Spanish words', 'Pregunta: What is the capital of France?\nRespuesta: Paris'],
  ['French letters', 'Q: What is the capital of France?\nR: Paris'],
  ['Italian letters', 'D: What is the capital of France? R: Paris'],
  ['bold labels', '**Q:** What is the capital of France?\n\n**A:** Paris'],
  ['bold labels before the colon', '- **Frage 2**: What is the capital of France?\n- **Antwort 2**: Paris'],
  ['full stops', 'Q. What is the capital of France?\nA. Paris'],
  ['brackets', '1. Q) What is the capital of France?\n   A) Paris'],
  ['wide colons', 'Q：What is the capital of France?\nA：Paris'],
  ['one line', 'Q: What is the capital of France? A: Paris'],
  ['two colons', '- What is the capital of France? :: Paris'],
  ['a heading', '### Q: What is the capital of France?\n\nA: Paris'],
  ['broken lines', 'Q: What is the capital\nof France?\nA: Paris'],
  ['a table', '| Question | Answer |\n|---|---|\n| What is the capital of France? | Paris |'],
  ['a file of cards', '#separator:tab\n#html:false\n"What is the capital of France?"\tParis\tgeography'],
  ['rows of two cells', 'What is the capital of France?\tParis\r\n'],
])('a question is kept with its answer, with %s', (_, text) => {
  expect(asked(text)).toEqual([['What is the capital of France?', 'Paris']]);
  expect(readPaste(text).broken).toEqual([]);
});

test('a line that only looks like a question is not one', () => {
  const text =
    'F: force\nP: pressure\nD: density, R: radius\nR: the resistance\nA: area\nQ. E. D.\nstd::vector\nA) first';
  for (const line of [...text.split('\n'), '### Questions', 'a\tb\tc'])
    expect(readPaste(line).points.filter(({ question }) => question !== null)).toEqual([]);
});

test('an answer may be a list, or code with its lines', () => {
  expect(asked('Q: Which?\nA:\n- one\n- two\n\nQ: How?\nA: Thus:\n```js\nif (a)\n  b();\n```\nQ: x?\nA: y')).toEqual([
    ['Which?', '- one\n- two'],
    ['How?', 'Thus:\n```js\nif (a)\n  b();\n```'],
    ['x?', 'y'],
  ]);
});

test('a question without an answer is reported, and the same answer to two questions makes two points', () => {
  expect(readPaste('Q: Why?\nQ: How?\nA: So.\nQ: Whence?\nA: So.\nQ: How?\nA: So.')).toMatchObject({
    points: [
      { question: 'How?', text: 'So.', line: 2 },
      { question: 'Whence?', text: 'So.', line: 4 },
    ],
    broken: [
      { line: 1, message: 'No answer follows this question.' },
      { line: 6, message: 'It says the same as line 2.' },
    ],
  });
});

test('a file of cards keeps line breaks, formulas and cloze sentences; sounds and tags are dropped', () => {
  const file = `#separator:Semicolon
#html:true
#notetype column:1
#tags column:4
Basic;"a ""quoted"" <b>front</b>";"one<br>two &amp; three &#956;&#x3bc;<img src=""x.png"">[sound:a.mp3]";x
Basic;$a_1$;[$]a_1 * 2[/$] <anki-mathjax>b</anki-mathjax>;
Cloze;The {{c1::cell::unit}} has a {{c2::wall}}.;More;
Basic;Nothing;;`;
  expect(asked(file)).toEqual([
    ['a "quoted" front', 'one\ntwo & three μμ'],
    ['$a_1$', '\\(a_1 * 2\\) \\(b\\)'],
    ['The ____ (unit) has a wall.', 'The cell has a wall.'],
    ['The cell has a ____.', 'The cell has a wall.'],
  ]);
  expect(readPaste(file).broken).toEqual([{ line: 8, text: 'Nothing', message: 'The back of this card is empty.' }]);
});

test('code and formulas keep their lines and characters, alone and below an introducing line', () => {
  const code = '```python\n# no heading\nfor a in b:\n    print(a)\n```';
  expect(
    texts(`${code}\n\n- A loop:\n${code.replaceAll(/^/gmu, '  ')}\n- Next.\n$$\na_1 * b\n$$\n\\[\nx\n\\]`),
  ).toEqual([code, `A loop:\n${code}`, 'Next.', '$$\na_1 * b\n$$', '\\[\nx\n\\]']);
  expect(readPaste('```\nnever closed\n$$\nnor this')).toMatchObject({
    points: [{ text: 'never closed' }, { text: '$$' }, { text: 'nor this' }],
    broken: [{ line: 1, text: '```', message: 'This code has no second fence.' }],
  });
  expect(texts('Words.\n```py\n# cut off\nx = 1')).toEqual(['Words.', '```py\n# cut off\nx = 1\n```']);
});

test.each([
  [
    'below a paragraph',
    'It sums.\n\n    # all\n    s = 0\n\n    s += 1\n\nDone.',
    ['It sums.', '```\n# all\ns = 0\n\ns += 1\n```', 'Done.'],
  ],
  ['below a heading', '# Git\n    git init\n    git add', ['```\ngit init\ngit add\n```']],
  ['below what leads to it', 'Run:\n\n    ls | wc\n', ['Run:\n```\nls | wc\n```']],
  ['with tabs in a list', '- Push:\n\n\t\tpush(a)\n\t\t\tpop()\n- b', ['Push:\n```\npush(a)\n\tpop()\n```', 'b']],
  ['just below the words of an item', '1. Set\n\n    # one\n    x = 1\n\n2. b', ['Set\n```\n# one\nx = 1\n```', 'b']],
  ['with a fence in it', 'A\n\n    ```\n    x\n    ```', ['A', '```\nx\n```']],
  ['that is a list of items', 'Topic:\n\n    - one\n    - two', ['Topic:', 'one', 'two']],
  ['that is words', 'Tea\n\n    It is green.\n    Black or Oolong', ['Tea', 'It is green.', 'Black or Oolong']],
  [
    'below words',
    'Dear:\n    price = 3\n    print(price)\nIt melts.',
    ['Dear:\n```\nprice = 3\nprint(price)\n```', 'It melts.'],
  ],
  [
    'below words that only stand further in',
    'Salt;\n    it melts; so they say\nClay.',
    ['Salt;', 'it melts; so they say', 'Clay.'],
  ],
])('indented code is whole, and nothing else is code, %s', (_, text, read) => {
  expect(texts(text)).toEqual(read);
});

test.each([
  ['a fence in the line of its bullet', '1. ```sh\n   # a\n   ls\n   ```\n2. b', ['```sh\n# a\nls\n```', 'b']],
  ['a fence below an empty line in an item', '* a\n  * b\n\n    ~~~\n    # c\n    ~~~', ['a', 'b\n~~~\n# c\n~~~']],
  ['a quoted fence', '> a\n> ```diff\n> > x\n> ```\nb', ['a', '```diff\n> x\n```', 'b']],
  ['quote marks inside a fence', '```\n> x\n```', ['```\n> x\n```']],
  ['a formula that begins beside its marks', '$$ a\n= b $$\nc', ['$$ a\n= b $$', 'c']],
  ['an environment', '\\begin{align}\na\n\\end{align}\nc', ['\\begin{align}\na\n\\end{align}', 'c']],
  ['a formula below an empty line', 'It is:\n\n$$\na\n$$', ['It is:\n$$\na\n$$']],
  ['a table without outer bars', 'A | B\n--- | ---\n1 | 2\n\nc', ['1 – B: 2', 'c']],
])('%s is whole', (_, text, read) => {
  expect(texts(text)).toEqual(read);
  expect(readPaste(text).broken).toEqual([]);
});

test('a question can contain code', () => {
  expect(asked('Q: What does it print?\n```py\nprint(1)\n```\n\nA: 1')).toEqual([
    ['What does it print?\n```py\nprint(1)\n```', '1'],
  ]);
});

test('a list from Quizlet can have its cards on one line', () => {
  expect(texts('le pain\tbread;la clé\tkey; door')).toHaveLength(1);
  expect(asked('le pain\tbread;la clé\tkey')).toEqual([
    ['le pain', 'bread'],
    ['la clé', 'key'],
  ]);
});

test('cards keep their deck as a path, and their tags', () => {
  const kept = (file: string) => readPaste(file).points.map(({ context, tags = [] }) => [context, ...tags]);
  const head = '\u{feff}#separator:comma\r\n#columns:Front,Back,Tags,Deck\r\n#tags column:3\r\n';
  expect(kept(`${head}a,b,rivers::alps leech swiss\r\nc,d,\r\n`)).toEqual([['', 'rivers::alps', 'swiss'], ['']]);
  expect(kept(`${head}#deck column:4\r\na,b,rivers,Land::Water`)).toEqual([['Land › Water', 'rivers']]);
  expect(kept('#separator:tab\n#tags:old stoves\nGrate\tWhere the fire lies.')).toEqual([['', 'old', 'stoves']]);
});

test('block elements of HTML separate words', () => {
  const card = 'Draught\tMoving air<ul><li>up</li><li>down</li></ul><div>or</div><div>out</div>a<br><br>b';
  expect(texts(`#html:true\n${card}`)).toEqual(['Moving air\nup\ndown\nor\nout\na\n\nb']);
});

test('three sentences are prose, two are not', () => {
  expect(readPaste('One is. Two is. Three is.').isProse).toBe(true);
  expect(readPaste('One is. Two is.').isProse).toBe(false);
  expect(readPaste('x'.repeat(3_000)).isProse).toBe(true);
});

test('every line is a point, a heading, empty, a rule or reported, for any input', () => {
  const line = fc.uint16Array({ maxLength: 20 }).map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const text = lines.map((each) => each.replace(/[\r\n]/g, ' ')).join('\n');
      const { points, broken } = readPaste(text);
      for (const point of points) {
        expect(point.text.trim()).not.toBe('');
        expect(point.text.isWellFormed()).toBe(true);
      }
      const told = [...points.map((point) => point.line), ...broken.map((each) => each.line)];
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

test.each([' ', '\t', '-', '*'])('a long line of only %j is not a point', (part) => {
  expect(readPaste(part.repeat(100_000))).toMatchObject({ points: [], broken: [] });
});

test('the page and the wire have the same limits', () => {
  const { MAX_CONTEXT_CHARACTERS: context, MAX_POINT_CHARACTERS: text } = wire;
  expect([MAX_CONTEXT_CHARACTERS, MAX_POINT_CHARACTERS]).toEqual([context, text]);
});

test.each(['a\n', '|a|\n', '- a\n', '```\n'])('a long text of %j is read a few hundred lines at a time', (line) => {
  const lines = 20_000;
  const text = `|a|\n|-|\n${line.repeat(lines)}`;
  let steps = 0;
  const reading = pasteInSteps(text);
  while (reading.next().done !== true) steps += 1;
  expect(steps).toBeGreaterThan(lines / 600);
});
