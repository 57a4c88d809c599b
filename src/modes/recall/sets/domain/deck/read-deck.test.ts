import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { DeckChoices } from '../../protocol.ts';
import { atOnce } from '../paste/read-paste.ts';
import { deckInSteps, type DeckFile } from './read-deck.ts';

const read = (text: string, name = 'cards.txt', choices: DeckChoices = {}): DeckFile =>
  atOnce(deckInSteps(text, { name, choices }));
/** Points of a file as lines with set, question, text, heading and tags, without empty parts. */
const pointsOf = ({ decks }: DeckFile) =>
  decks.flatMap(({ title, points }) =>
    points.map(({ question, text, context, tags = [] }) =>
      [title, question, text, context, ...tags].filter(Boolean).join(' | '),
    ),
  );
const rolesOf = (file: DeckFile) => file.table?.columns.map(({ role }) => role);

test('notes of Anki go to the sets in their column, with tags; notes without a back are left out', () => {
  const file = read(
    '#separator:tab\r\n#html:true\r\n#guid column:1\r\n#notetype column:2\r\n#deck column:3\r\n#tags column:6\r\n' +
      'k1\tBasic\tBirds::Owls\tWhat does an owl eat?\tMice &amp; voles\tfood::prey leech\r\n' +
      'k2\tCloze\tBirds\t{{c1::Swifts}} sleep {{c2::in flight::where}}\t\t\r\n' +
      'k3\tBasic\tBirds\tEmpty\t\t\r\n',
  );
  expect(file.kind).toBe('anki');
  expect(pointsOf(file)).toEqual([
    'Birds::Owls | What does an owl eat? | Mice & voles | food::prey',
    'Birds | ____ sleep in flight | Swifts sleep in flight',
    'Birds | Swifts sleep ____ (where) | Swifts sleep in flight',
  ]);
  expect(file.left).toEqual([{ line: 9, text: 'Empty', message: 'The back of this card is empty.' }]);
  expect(rolesOf(file)).toEqual(['none', 'none', 'deck', 'question', 'answer', 'tags']);
});

test('header lines give the set, tags and names of all rows', () => {
  const file = read('#separator:|\n#columns:Kanji|Reading|Note\n#deck:Kanji\n#tags:n5\n山|yama|x\n川|kawa|');
  expect(pointsOf(file)).toEqual(['Kanji | 山 | yama | n5', 'Kanji | 川 | kawa | n5']);
  expect(file.table?.columns.map(({ name, role, example }) => [name, role, example])).toEqual([
    ['Kanji', 'question', '山'],
    ['Reading', 'answer', 'yama'],
    ['Note', 'none', 'x'],
  ]);
});

test.each([
  ['Back,Front', 'Salz,salt', 'answer question', 'salt | Salz'],
  ['Tags,Extra,Note,Text,Deck', 'x,below,,yeast,Bread', 'tags answer none question deck', 'Bread | yeast | below | x'],
  ['Topic,Details', 'Salz,salt', 'question answer', 'Salz | salt'],
  ['Rückseite,Vorderseite', 'Salz,salt', 'answer question', 'salt | Salz'],
])('the columns %s are read by their names where these are known', (names, ...[cells, roles, point]) => {
  const file = read(`#separator:comma\n#columns:${names}\n${cells}`);
  expect([rolesOf(file)?.join(' '), pointsOf(file)]).toEqual([roles, [point]]);
});

test.each([
  [
    'commas and a header',
    'a.csv',
    'Front,Back,Tags\n"One, two","a\nb",x y\nThree,"says ""so""",',
    ['One, two | a\nb | x | y', 'Three | says "so"'],
  ],
  ['semicolons', 'a.csv', 'Käse;cheese, hard\nBrot;bread', ['Käse | cheese, hard', 'Brot | bread']],
  ['semicolons and German names', 'liste.txt', 'Frage;Antwort\nWo?;Hier', ['Wo? | Hier']],
  ['columns in another order', 'a.csv', 'id,definition,term\n1,moving air,draught', ['draught | moving air']],
  ['tabs', 'a.tsv', 'uno\tone\nduo\ttwo\t', ['uno | one', 'duo | two']],
  ['a mark of the byte order', 'a.csv', '\u{feff}question,answer\nWhy?,So', ['Why? | So']],
  ['line ends of old systems', 'a.csv', 'question,answer\rWhy?,So\rWho?,Me', ['Why? | So', 'Who? | Me']],
  ['a list copied from Quizlet', 'q.txt', 'le pain\tbread\nla clé\tkey', ['le pain | bread', 'la clé | key']],
  ['semicolons of Quizlet', 'q.txt', 'le pain\tbread;la clé\tkey', ['le pain | bread', 'la clé | key']],
  ['dashes', 'q.txt', 'pain - bread\nclé - key\neau - water', ['pain | bread', 'clé | key', 'eau | water']],
  ['one column', 'a.csv', 'answer\nTea is hot.\n"Ice, too, melts."', ['Tea is hot.', 'Ice, too, melts.']],
])('a table with %s', (_, ...[name, text, points]) => {
  const file = read(text, name);
  expect(file).toMatchObject({ kind: 'table', left: [] });
  expect(pointsOf(file)).toEqual(points);
});

test.each([
  ['sentences with commas', 'Tea, hot, is drunk.\nIce, cold, is not.', ['Tea, hot, is drunk.', 'Ice, cold, is not.']],
  ['items with dashes', '- tea - hot\n- ice - cold\n- air - mild', ['tea - hot', 'ice - cold', 'air - mild']],
  [
    'code and a formula',
    'Run:\n```sh\na\tb\nc,d\n```\n$$\nx\n= y\n$$',
    ['Run:\n```sh\na\tb\nc,d\n```', '$$\nx\n= y\n$$'],
  ],
])('%s are no table', (_, text, points) => {
  const file = read(text, 'notes.md');
  expect(file).toMatchObject({ kind: 'lines', table: null });
  expect(pointsOf(file)).toEqual(points);
});

test('Markdown keeps headings, and asks for each marked word; comparisons are not marks', () => {
  const text =
    '# Cells\n- The ==nucleus== holds the ==DNA==.\n- {{c1::Ribosomes}} make proteins.\n- `a ==b== c` and if (x==1 && y==2) stays.';
  expect(pointsOf(read(text, 'bio.md'))).toEqual([
    'The ____ holds the DNA. | The nucleus holds the DNA. | Cells',
    'The nucleus holds the ____. | The nucleus holds the DNA. | Cells',
    '____ make proteins. | Ribosomes make proteins. | Cells',
    '`a ==b== c` and if (x==1 && y==2) stays. | Cells',
  ]);
});

test('columns, separator and header are as chosen', () => {
  const text = 'draught: moving air: wind\ngrate: iron bars: fire';
  const columns = ['answer', 'none', 'question'] as const;
  const file = read(text, 'a.txt', { separator: 'colon', hasHeader: false, columns: [...columns] });
  expect(pointsOf(file)).toEqual(['wind | draught', 'fire | grate']);
  expect(file.table).toMatchObject({
    separator: 'colon',
    hasHeader: false,
    columns: columns.map((role) => ({ role })),
  });
  expect(read('front,back\na,b', 'a.csv', { hasHeader: false }).decks[0]?.points).toHaveLength(2);
  expect(read('front,back\na,b', 'a.csv', { separator: 'none' }).kind).toBe('lines');
});

test('an export of sets can be imported, without deleted points', () => {
  const points = [
    { id: '1', text: 'Yeast lifts dough.', question: null, context: 'Bread', deleted: null },
    { id: '2', text: 'Salt slows yeast.', question: 'What does salt do?', context: '', deleted: null },
    { id: '3', text: 'Gone', deleted: '2026-01-01T00:00:00.000Z' },
  ];
  const json = JSON.stringify([
    { title: 'Baking', points },
    { title: 'Old', deleted: '2026-01-01', points },
  ]);
  expect(pointsOf(read(json, 'sets.json'))).toEqual([
    'Baking | Yeast lifts dough. | Bread',
    'Baking | What does salt do? | Salt slows yeast.',
  ]);
  const csv =
    'set,point,context,due,reviews,lapses,deleted,set_id,point_id,question\n' +
    'Baking,Yeast lifts dough.,Bread,,0,0,,s,1,\nBaking,Salt slows yeast.,,,0,0,,s,2,What does salt do?\nBaking,Gone,,,0,0,2026-01-01,s,3,\n';
  expect(pointsOf(read(csv, 'sets.csv'))).toEqual(pointsOf(read(json, 'sets.json')));
});

test.each(['{"a": 1', '[1, 2]', '{"a": {"b": []}}', `${'['.repeat(50_000)}`])(
  'JSON that has no cards is read as lines',
  (text) => {
    expect(read(text, 'a.json').kind).toBe('lines');
  },
);

test('every point has text, for any file', () => {
  const marks = ['#separator:comma\n', '#deck column:2\n', '"', ',', '\t', ';', '\n', '{{c1::', '}}', '==', 'a', ' - '];
  const piece = fc.constantFrom(...marks, '# ', '[', '{');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('a.csv', 'a.txt', 'a.json'), (pieces, name) => {
      for (const { points } of read(pieces.join(''), name).decks)
        for (const { text, question } of points) {
          expect(text.trim()).not.toBe('');
          expect(question === null || question.trim() !== '').toBe(true);
        }
    }),
  );
});

test('a long table is read a few hundred rows at a time', () => {
  const rows = 5_000;
  let steps = 0;
  const reading = deckInSteps('word,meaning\n'.repeat(rows), { name: 'a.csv', choices: {} });
  while (reading.next().done !== true) steps += 1;
  expect(steps).toBeGreaterThan(rows / 600);
});
