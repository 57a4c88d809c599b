import { expect, test } from 'vitest';

import { formulasIn } from '#text/domain/formulas.ts';

import { wordsOfSide } from './side-words.ts';

test.each([
  ['a <b>bold</b> word<br>and <i>another</i>', 'a **bold** word\nand another'],
  ['<div>one</div><div>two &lt; three</div>', 'one\ntwo < three'],
  ['<b> spaced </b>and <b>5 * 3</b>', '**spaced** and 5 * 3'],
  ['<ul><li>a_b_c</li><li>2*3</li></ul>', '-   a_b_c\n-   2*3'],
  ['<pre>x = a*b  # \\*</pre>', '```\nx = a*b  # \\*\n```'],
  ['caf&eacute; *x* [1]', 'café *x* [1]'],
  ['\\(x_1\\) costs $5 and $6', '$x_1$ costs $5 and $6'],
  ['<ol><li>\\(a_1*b\\) _x_</li></ol>', '1.  $a_1*b$ _x_'],
  ['\\[\\frac{a}{b}\\]', '$$\\frac{a}{b}$$'],
  ['\\(x = ____\\) is ____', '$x = \\underline{\\quad}$ is ____'],
])('%s is %j', (html, words) => {
  expect(wordsOfSide(html)).toBe(words);
});

test('a formula with a gap is still a formula', () => {
  expect(formulasIn(wordsOfSide('\\(E = ____ c^2\\)'))).toMatchObject([{ tex: 'E = \\underline{\\quad} c^2' }]);
});
