import { expect, test } from 'vitest';

import { plainText } from './plain-text.ts';

test('plain text in its layout has no Markdown markup except lists and rules', () => {
  expect(
    plainText(
      '# Head\n\n**Bold**, *soft*, ***both*** and __under__. > no\n\n> quoted\n\n[Words](https://a.b "t"), <https://c.d>, ![alt](x.png) \\*kept\\*.\n\n- item\n---\n`a * b` 2 * 3 * 4, snake_case_name\n\n```js\nlet a = `b`;\n```\n',
      'layout',
    ),
  ).toBe(
    'Head\n\nBold, soft, both and under. > no\n\nquoted\n\nWords (https://a.b), https://c.d, alt *kept*.\n\n- item\n---\na * b 2 * 3 * 4, snake_case_name\n\nlet a = `b`;',
  );
});

test('a long line of markup is read in linear time', () => {
  for (const sign of ['*', '_', '[', '`', '~', '![', '<https:', '\\', '>', '[[', '-', ' ', '|', '<a ', '*a '])
    for (const form of ['words', 'layout'] as const)
      expect(plainText(sign.repeat(5_000), form).length).toBeLessThanOrEqual(5_000 * sign.length);
});

test('words alone have no lists, rules, tables, addresses or HTML', () => {
  expect(
    plainText(
      '---\ntitle: x\n---\n> - [ ] **bold *soft* it** and *soft **bold** it*\n\n***\n| a | b |\n|---|---|\n1. [[Page#part|label]] [words](https://a.b "t") <b>c</b><img src="x">\n\na<b and c>d, Koffein**gehalt**\n',
    ),
  ).toBe('bold soft it and soft bold it\n\n\na, b\n\n1. label words c\n\na<b and c>d, Koffeingehalt\n');
});

test('a number at the beginning of a text and text that only looks like HTML are words', () => {
  expect(plainText('1789. The Bastille is stormed')).toBe('1789. The Bastille is stormed');
  expect(plainText('A List<T> holds values of <T>.')).toBe('A List<T> holds values of <T>.');
  expect(plainText('<video controls src="a.mp4"></video><input disabled>after')).toBe('after');
});

test('code keeps its characters, also inside emphasis', () => {
  expect(plainText('**use `a_*b*` now**\n\n~~~py\n# x\n- *y*\n~~~')).toBe('use a_*b* now\n\n# x\n- *y*');
});

test('links and pictures lose their addresses, and a single bracket begins none', () => {
  expect(plainText('[Jevons](<https://a.example/x_(y> "title") and ![a cup](cup.png)')).toBe('Jevons and a cup');
  expect(plainText('the interval [0, 1) and [a link](https://a.example)')).toBe('the interval [0, 1) and a link');
  expect(plainText('([Forge](https://a.example/Forge_(tool)), [b](c))')).toBe('(Forge, b)');
  expect(plainText('[a](b](c)')).toBe('[a](b](c)');
  expect(plainText('`` a`b `` and ` c `')).toBe('a`b and c');
});

test.each([
  ['10<sup>6</sup> m<sup>-2</sup> of CO<SUB>2</SUB>', '10⁶ m⁻² of CO₂'],
  ['the 3<sup>rd</sup> x<sup>n</sup> and a<sub>i+1</sub>', 'the 3rd x^n and a_(i+1)'],
  ['one<br>two<br/>three', 'one two three'],
])('the content of tags remains: %j is “%s”', (markdown, words) => {
  expect(plainText(markdown)).toBe(words);
});

test.each([
  [
    '| Fuel | Price |\n| --- | ---: |\n| peat \\| turf | 3 |\n| coal | |\n\nx | y',
    'Fuel, Price\n\npeat | turf, 3\ncoal\n\nx | y',
  ],
  ['Fuel | Price\n-|-\npeat | 3', 'Fuel, Price\n\npeat, 3'],
  ['|x| + |y|', '|x| + |y|'],
])('the table %j is “%s”', (markdown, words) => {
  expect(plainText(markdown)).toBe(words);
});
