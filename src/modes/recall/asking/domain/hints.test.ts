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
  ['Use `git rebase -i` to edit commits.', 'Use ____ to edit ____.'],
  ['A lunar day lasts 24 hours and 50 minutes.', 'A lunar day ____ ____ and ____.'],
  ['The Revolution lasted from 1789–1799.', 'The Revolution ____ from ____.'],
  ['Der Krieg dauerte von 1618 bis 1648.', 'Der Krieg ____ von ____.'],
  ['Die Erde ist etwa 4,5 Milliarden Jahre alt.', 'Die Erde ist etwa ____ ____.'],
  ['The Bastille was stormed on 14 July 1789.', 'The Bastille was ____ on ____.'],
  ['Caffeine has a half-life of five to six hours.', 'Caffeine has a ____-____ of ____.'],
  ['Es gilt \\(a^2 + b^2 = c^2\\) im Dreieck.', 'Es gilt ____ im ____.'],
  ['Burning methane is CH4 + 2 O2 -> CO2 + 2 H2O.', 'Burning ____ is ____.'],
  ['The speed after a time is v = v0 + a*t.', 'The speed ____ a ____ is ____.'],
  ['The gas constant is 8.314 J/(mol K).', 'The gas ____ is ____.'],
  ['The product 2*3*4 is an even number.', 'The product ____ is an even ____.'],
  ['Copper + oxygen -> copper oxide', 'Copper + ____ -> copper ____'],
  ['To drop all changes, run git reset --hard in the folder.', 'To drop all ____, ____ ____ in the ____.'],
  ['With ls -la hidden files are listed.', 'With ____ hidden ____ are ____.'],
  ['The option docker run --rm -it removes the container.', 'The option ____ ____ the ____.'],
  ['Der Dativ antwortet auf „wem?“.', 'Der Dativ ____ auf „____“.'],
])('in “%s” formulas, quantities and code are gaps as a whole', (text, line) => {
  expect(gapLine('cloze', hinted(text))).toBe(line);
});

test.each([
  'The derivative of $\\sin x$ is $\\cos x$, that is (f + g)(x) = 3 m/s, `code` and ```more code```.',
  '$5 and $6 are money.',
  'a b = ',
  '',
])('joined, the parts of “%s” are the text', (text) => {
  expect(
    wholeParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.each([
  ['Two thirds of the body is water.', 'body'],
  ['About 70 percent of the Earth is covered by water.', 'Earth'],
  ['Zwei Drittel der Bevölkerung waren Bauern.', 'Bevölkerung'],
  ['Twenty four hours and fifty minutes pass between two lunar noons.', 'pass'],
  ['Mehrere hundert Bürger stürmten die Bastille.', 'Bürger'],
  ['Zwischen 1914 und 1918 starben Millionen Soldaten an der Front.', 'starben'],
  ['In the 18th century, steam engines spread.', 'steam'],
  ['Honey contains natural sugars and little water.', 'Honey'],
  ['It holds that demand falls with rising prices.', 'demand'],
  ['Es enthält Zucker, Wasser und Pollen.', 'Zucker'],
  ['Only six noble gases are known to exist.', 'noble'],
])('the key word of “%s” is neither a number nor a filler', (text, word) => {
  expect(keyWordOf(hinted(text))).toBe(word);
});

test('first letters of a range or a short number reveal nothing', () => {
  expect(gapLine('first-letters', hinted('Humans have 46 chromosomes in 23 pairs, from 1789–1799.'))).toMatch(
    /have ____ chromosomes in ____ p____, from ____\.$/u,
  );
});

test('a key word is not in view before, and a short point has none', () => {
  expect(keyWordOf(hinted('The left ventricle pumps blood into the aorta.', { title: 'The left heart' }))).toBe(
    'ventricle',
  );
  expect(keyWordOf(hinted('Most coasts have two high tides a day.'))).toBe('coasts');
  expect(keyWordOf(hinted('`f(x)` gives a new list with each item squared.'))).toBe('list');
  expect(keyWordOf(hinted('Alle Säugetiere haben Lungen und ein Herz.'))).toBe('Säugetiere');
  const beside = { ...hinted('The derivative of $e^x$ is $e^x$ for every $x$.'), neighbour: '' };
  expect(keyWordOf(beside)).toBe('derivative');
  expect(keyWordOf({ ...beside, neighbour: 'The derivative of $\\sin x$ is $\\cos x$.' })).toBeNull();
  expect(hintsOf(hinted('der Hund', { question: 'the dog' }))).toEqual(['cloze', 'first-letters']);
});

test('a hint that would reveal no more than the previous one is skipped, and a formula alone has none', () => {
  expect(hintsOf(hinted('The derivative of $e^x$ is $e^x$.', { title: 'Derivatives' }))).toEqual(['cloze']);
  expect(hintsOf(hinted('E = mc^2'))).toEqual([]);
});

test('the gaps of the next hint do not hide the key word of the previous one', () => {
  for (const text of [
    'The left ventricle pumps blood into the aorta.',
    'Caffeine blocks adenosine receptors, so the sleepiness is not felt.',
    'Der Sinusknoten gibt den Takt des Herzens vor.',
    'Louis XVI was beheaded on 21 January 1793.',
    '鎖国の間、オランダとの貿易は長崎の出島で行われた。',
  ]) {
    const word = keyWordOf(hinted(text)) ?? '?';
    expect(gapLine('cloze', hinted(text))).toContain(word);
    expect(gapLine('cloze', hinted(text))).toContain('____');
  }
});

test.each([
  'CH4 + 2 O2 -> CO2 + 2 H2O',
  'MnO4- + 8 H+ + 5 e- -> Mn2+ + 4 H2O',
  'v = v0 + a*t',
  'x = (-b +- sqrt(b^2-4ac))/(2a)',
  'pV = nRT',
  '8.314 J/(mol K)',
  'ls -la | grep foo > out.txt',
  'git commit -m "fix"',
  'docker run -it ubuntu bash',
  'cat file | sort | uniq -c',
  'for x in range(10): print(x)',
  'const x = await fetch(url);',
  'SELECT name FROM users WHERE id = 5;',
  'if (a > b) { return a; }',
])('“%s” is a formula or code as a whole and has no hint', (text) => {
  expect(wholeParts(text)).toEqual([{ text, isWhole: true }]);
  expect(hintsOf(hinted(text))).toEqual([]);
});
