import { expect, test } from 'vitest';

import { gapLine, hintsOf, keyWordOf } from './hints.ts';
import { wholeParts } from './whole-parts.ts';

const hinted = (text: string, more: { context?: string; question?: string; title?: string } = {}) => ({
  title: more.title ?? 'A set',
  point: {
    id: 'p',
    text,
    context: more.context ?? '',
    ...(more.question !== undefined && { question: more.question }),
  },
});

test.each([
  ['The derivative of $\\sin x$ is $\\cos x$.', 'The derivative of ____ is ____.'],
  ['Energy is E = m c^2, where c is the speed of light.', 'Energy is ____, where c is the ____ of ____.'],
  ['The acceleration of gravity is 9.81 m/s² on Earth.', 'The acceleration of ____ is ____ on ____.'],
  ['Use `git rebase -i` to edit commits.', 'Use ____ to ____ ____.'],
  ['Es gilt \\(a^2 + b^2 = c^2\\) im Dreieck.', 'Es gilt ____ im ____.'],
])('in “%s” formulas, quantities and code are gaps as a whole', (text, line) => {
  expect(gapLine('cloze', hinted(text))).toBe(line);
});

test.each([
  'The derivative of $\\sin x$ is $\\cos x$, that is (f + g)(x) = 3 m/s, `code` and ```more code```.',
  '$5 and $6 are money.',
  'a b = ',
  '',
])('the parts of “%s” are the text', (text) => {
  expect(
    wholeParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('a key word is in no view yet, and a short point has none', () => {
  expect(keyWordOf(hinted('The left ventricle pumps blood into the aorta.', { title: 'The left heart' }))).toBe(
    'ventricle',
  );
  expect(keyWordOf(hinted('Most coasts have two high tides a day.'))).toBe('coasts');
  expect(keyWordOf(hinted('Alle Säugetiere haben Lungen und ein Herz.'))).toBe('Säugetiere');
  expect(hintsOf(hinted('der Hund', { question: 'the dog' }))).toEqual(['cloze', 'first-letters']);
});

test('a hint that would say no more than the one before is none, and a formula alone has none', () => {
  expect(hintsOf(hinted('The derivative of $e^x$ is $e^x$.', { title: 'Derivatives' }))).toEqual(['cloze']);
  expect(hintsOf(hinted('E = mc^2'))).toEqual([]);
});
