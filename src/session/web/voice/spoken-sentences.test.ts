import { expect, test } from 'vitest';

import { spokenSentences } from './spoken-sentences.ts';

test('a reply is read sentence by sentence', () => {
  expect(spokenSentences('You said a receptor. Which one?\n\nThink of sleep.')).toEqual([
    'You said a receptor.',
    'Which one?',
    'Think of sleep.',
  ]);
});

test('Markdown syntax is not read', () => {
  expect(
    spokenSentences('## Half-life\n- **Five** _hours_ of `caffeine`\n1. [a link](https://example.com) here'),
  ).toEqual(['Half-life', 'Five hours of caffeine', '1. a link here']);
  expect(spokenSentences('> quoted\n\n---\n\n| a | b |\n|---|---|')).toEqual(['quoted', 'a, b']);
});

test('a cloze gap is a pause, and a word with an underscore is kept whole', () => {
  expect(spokenSentences('Caffeine blocks ____ receptors in snake_case.')).toEqual([
    'Caffeine blocks … receptors in snake_case.',
  ]);
});

test('an empty text and a block of code have nothing to read', () => {
  expect(spokenSentences('Call `see()`:\n\n```ts\nconst hidden = 1;\n```\n\nThat is all.')).toEqual([
    'Call see():',
    'That is all.',
  ]);
  expect(spokenSentences('***\n\n```\n```')).toEqual([]);
});

test.each([
  ['So $E = mc^2$ holds.', 'So E = mc² holds.'],
  ['$$\\frac{1}{2} m v^{2}$$', '1 / 2 m v²'],
  ['The derivative of \\(\\sin x\\) is $\\cos x$.', 'The derivative of sin x is cos x.'],
  ['$\\alpha \\leq \\sqrt{x_1} \\cdot \\left( y + 1 \\right)$', 'alpha ≤ √ x 1 · ( y + 1 )'],
  ['$x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}$', 'x = -b ± √ b² - 4ac / 2a'],
  ['$\\vec{F}$ in $\\mathbb{R}^n$ and $\\begin{pmatrix} 1 & 2 \\end{pmatrix}$', 'F in R ^ n and 1 2'],
  ['It costs $5 and $6.', 'It costs $5 and $6.'],
])('of the formulas in “%s” no command is read', (text, spoken) => {
  expect(spokenSentences(text)).toEqual([spoken]);
});
