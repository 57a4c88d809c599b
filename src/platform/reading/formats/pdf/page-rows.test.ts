import { expect, test } from 'vitest';

import { inReadingOrder } from './columns.ts';
import { wordsOf } from './line-end-hyphens.ts';
import { type Fragment, rowsOf, type TextItem } from './page-rows.ts';
import { lineOf, paragraphsOf } from './paragraphs.ts';

const SIZE = 10;
/** A piece at a position; each of its letters is 5 points wide. */
function at([x, y, size = SIZE]: readonly [x: number, y: number, size?: number], str: string): TextItem {
  return { str, width: str.length * 5, height: size, transform: [size, 0, 0, size, x, y] };
}

/** A line drawn from left to right: each word, or each letter, is a piece. */
function drawn(y: number, pieces: readonly string[]): TextItem[] {
  let x = 50;
  return pieces.map((piece) => {
    const item = at([x, y], piece);
    x += piece.length * 5;
    return item;
  });
}

function read(items: readonly TextItem[]): string {
  const { rows, isRtl } = rowsOf({ items, styles: {} });
  const lines = inReadingOrder(rows, isRtl).map(lineOf);
  return paragraphsOf(lines, wordsOf(lines));
}

test('right-to-left text is read in logical order, with plain letters for presentation forms', () => {
  // In visual order: the last word is drawn first.
  expect(read(drawn(700, ['.', 'ﺋﺐ', 'ﺬ', 'ﻟ', 'ا', ' ', 'ﻩ', 'ﺬ', 'ﻫ']))).toBe('هذه الذئب.');
});

test.each([
  [
    'numbers and words in another script keep their order',
    ['.25%', ' ', 'ב', ' ', 'ירד', ' ', '(Old Kiln)', ' ', 'הכבשן'],
    'הכבשן (Old Kiln) ירד ב 25%.',
  ],
  ['a number and its unit that are drawn apart stay together', ['کرد', ' ', '۲۵', '٪', ' ', 'کاهش'], 'کاهش ۲۵٪ کرد'],
  ['numbers beside each other stand in the order of the text', ['30 20', ' ', 'מספרים:'], 'מספרים: 20 30'],
  [
    'words from right to left inside a sentence are turned round',
    ['It', ' ', 'means', ' ', 'עולם', ' ', 'שלום', ' ', 'here.'],
    'It means שלום עולם here.',
  ],
])('%s', (_, pieces, text) => {
  expect(read(drawn(700, pieces))).toBe(text);
});

test('ligatures, radicals and vertical forms are read as the letters they represent', () => {
  expect(read([at([50, 700], 'ofﬁce ⽕⼭︒')])).toBe('office 火山。');
});

test('a heading in larger letters is separate, and a large initial is not', () => {
  expect(read([at([50, 700, 20], 'Salt'), at([50, 684], 'It was dear.')])).toBe('Salt\n\nIt was dear.');
  expect(read([at([50, 700, 20], 'S'), at([60, 700], 'alt was'), at([50, 688], 'dear.')])).not.toContain('\n');
});

test('words with spaced letters are words', () => {
  expect(read([at([50, 700], 'I N T R O'), at([95, 700], ' '), at([105, 700], 'T O')])).toBe('INTRO TO');
  expect(read([at([50, 700], 'A b s t r a c t')])).toBe('Abstract');
  const letters = Array.from('CLAY POTS', (letter, index) => at([50 + 9 * index, 700], letter));
  expect(read(letters)).toBe('CLAY POTS');
  expect(read(Array.from('ABCDE', (letter, index) => at([50 + 10 * index, 700], letter)))).toBe('A B C D E');
  expect(read([at([50, 700], 'Vitamins A B C D'), at([50, 600], 'x y z w')])).toBe('Vitamins A B C D\n\nx y z w');
});

test('small superscript and subscript numbers are read as such', () => {
  expect(
    read([at([50, 700], '10'), at([60, 704, 6], '6'), at([70, 700], ' H'), at([80, 697, 6], '2'), at([83, 700], 'O')]),
  ).toBe('10⁶ H₂O');
});

test('lines of a script without spaces are joined without them, and hyphenated words without their hyphen', () => {
  expect(read([at([50, 700], '硝子は砂から'), at([50, 688], '作られる。')])).toBe('硝子は砂から作られる。');
  expect(read([at([50, 700], 'the econo-'), at([50, 688], 'my of fuel')])).toBe('the economy of fuel');
});

test.each([
  ['a compound used elsewhere in the document', 'a salt-glaze pot; all salt-\nglaze is grey', 'all salt-glaze is grey'],
  ['a word used elsewhere in the document', 'a longterm, and a long-\nterm', 'and a longterm'],
  ['neither', 'the long-\nterm cost of the fur-\nnace', 'the long-term cost of the furnace'],
  ['a longer compound', 'a state-of-\nthe-art kiln', 'a state-of-the-art kiln'],
  ['a name', 'the Anglo-\nSaxon glass', 'the Anglo-Saxon glass'],
  ['a number', 'since COVID-\n19 began', 'since COVID-19 began'],
  ['a word whose other half follows', 'Nord-\nund Ostsee', 'Nord- und Ostsee'],
  ['a soft hyphen', 'a long\u00ad\nterm stay', 'a longterm stay'],
  ['capitals', 'THE FUR-\nNACE', 'THE FURNACE'],
])('a hyphen at the end of a line is kept or removed by the document’s own usage: %s', (_, text, expected) => {
  expect(read(text.split('\n').map((line, row) => at([50, 700 - 12 * row], line)))).toContain(expected);
});

const LEFT = ['Glass is made of sand and of the', 'ash of beech or fern. A furnace', 'melts both in a day and a night'];
const MIDDLE = [
  'A blower takes a gather on the',
  'pipe, rolls it on a slab of iron',
  'and blows until it has its form',
];
const RIGHT = [
  'Cooling takes three days. Whoever',
  'opens the chamber sooner hears',
  'the glass break in the cold air',
];

test('three columns below a heading are read one after the other, even if their lines are not level', () => {
  const rows = LEFT.flatMap((line, row) => [
    at([50, 680 - 14 * row], line),
    at([250, 677 - 14 * row], MIDDLE[row] ?? ''),
    at([450, 683 - 14 * row], RIGHT[row] ?? ''),
  ]);
  const heading = 'A heading that goes across all of the columns of the page, from the left';
  const text = read([at([50, 720], heading), ...rows]);
  expect(text.replaceAll(/\s+/g, ' ')).toBe([heading, ...LEFT, ...MIDDLE, ...RIGHT].join(' '));
});

test.each([
  ['a table', ['Kiln', 'of the north', 'of the south, by the river'].map((cell, row) => [cell, `${row * 1_000} pots`])],
  [
    'names with dates',
    ['The Society of Glass', 'Sand Lane 12, Murano', 'Answered on Monday'].map((cell) => [cell, '14 March']),
  ],
  [
    'a list of words in two languages',
    [
      ['to melt the sand', 'den Sand schmelzen'],
      ['to gather the glass', 'das Glas aufnehmen'],
      ['to blow the bubble', 'die Blase aufblasen'],
      ['to cool the vessel', 'das Glas abkühlen'],
      ['to grind the edge', 'den Rand schleifen'],
    ],
  ],
  [
    'a table with sentences in one column',
    [
      ['Cobalt from Saxony', 'makes the glass blue and was dear until the mines'],
      ['Manganese of Piedmont', 'takes the green from it, and too much of it turns'],
      ['Copper of the island', 'gives red in a smoky fire and green in a clear one'],
      ['Tin from Cornwall', 'makes it white, as the potters of Delft knew, and'],
    ],
  ],
])('%s is read row by row', (_, rows) => {
  const items = rows.flatMap((cells, row) =>
    cells.map((cell, column) => at([50 + 300 * column, 700 - 14 * row], cell)),
  );
  expect(read(items)).toBe(rows.map((cells) => cells.join(' ')).join('\n\n'));
});

test('the time for a page is linear in its size', () => {
  const reads = (count: number) => {
    let looks = 0;
    const row = Array.from({ length: count }, (_, index): Fragment => ({
      get text() {
        looks += 1;
        return 'words of a line';
      },
      from: index * 100,
      to: index * 100 + 60,
      y: 700,
      height: 10,
    }));
    inReadingOrder([row, row, row], false);
    return looks;
  };
  expect(reads(4_000)).toBeLessThan(3 * reads(2_000) + 100);
});
