import { expect, test } from 'vitest';

import { formulasIn, MAX_FORMULA_CHARACTERS } from './formulas.ts';

const found = (text: string) => formulasIn(text).map(({ start, end }) => text.slice(start, end));

test.each([
  ['$x$', ['$x$']],
  ['The derivative of $\\sin x$ is $\\cos x$.', ['$\\sin x$', '$\\cos x$']],
  ['For \\(x_i * y_i\\) and\n\n\\[\n\\int_0^1 x\\,dx\n\\]\n\nand $$\na_1 * b\n$$', undefined],
  ['the $n$th and the $k$-means', ['$n$', '$k$']],
  ['公式$E=mc^2$是', ['$E=mc^2$']],
  ['2$x$ and 3$y^2$', ['$x$', '$y^2$']],
  ['It costs $5, and $E_k$ is energy.', ['$E_k$']],
  ['$5$ apples of $6 + 1$', ['$5$', '$6 + 1$']],
  ['Inline $$x^2$$ too', ['$$x^2$$']],
  ['\\[x = 1\\] within a line', ['\\[x = 1\\]']],
])('%j contains formulas', (text, expected) => {
  expect(found(text)).toEqual(expected ?? ['\\(x_i * y_i\\)', '\\[\n\\int_0^1 x\\,dx\n\\]', '$$\na_1 * b\n$$']);
});

test.each([
  '$5 and $6',
  'from $5 to $10 a day, or $3-$4',
  'US$5 and A$6, or 5$ and 6$',
  '**$750 is a lot of money** and between $5 and $10',
  'Pay $5 in cash or 6$ by card',
  '$HOME/$USER and $PATH:$HOME',
  'A $ alone, and \\$5 or \\$6$',
  'restaurants ($$) and ($$$), $$ to $$$',
  'A claim\\[1\\] and another\\[2\\].\n\\[3\\]',
  '\\[a link\\](https://example.org)',
  '\\[citation needed\\]',
  'In `$x$` and\n```\n$$y$$\n```',
  '$ x $ and $x\n\ny$ and $$a\n\nb$$',
  'not \\\\(x\\\\)',
  '\\(see the chapter above\\)',
  '$a lot of money$',
  `$${'x'.repeat(MAX_FORMULA_CHARACTERS + 1)}$`,
  '$`x`$',
])('%j contains no formula', (text) => {
  expect(found(text)).toEqual([]);
});

test('a formula has its content, and whether it is on a separate line', () => {
  expect(formulasIn('> $$\n> a\n> + b\n> $$\n\n\\(c\\)').map(({ tex, isDisplay }) => [tex, isDisplay])).toEqual([
    ['\na\n+ b\n', true],
    ['c', false],
  ]);
});
