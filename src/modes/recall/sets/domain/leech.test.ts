import { expect, test } from 'vitest';

import { isLeech } from './leech.ts';
import { partsOf } from './split-point.ts';

const point = { lapses: 0, stability: 30, lapsesSinceDismissed: null };

test('eight lapses make a leech, or six if the point does not last a week', () => {
  expect(isLeech({ ...point, lapses: 8 })).toBe(true);
  expect(isLeech({ ...point, lapses: 7 })).toBe(false);
  expect(isLeech({ ...point, lapses: 6, stability: 2 })).toBe(true);
  expect(isLeech({ ...point, lapses: 5, stability: 2 })).toBe(false);
});

test('a dismissed leech is shown again after four more lapses', () => {
  expect(isLeech({ ...point, lapses: 11, lapsesSinceDismissed: 3 })).toBe(false);
  expect(isLeech({ ...point, lapses: 12, lapsesSinceDismissed: 4 })).toBe(true);
});

test('a point is split at sentences, semicolons, list items, and the word that joins two statements', () => {
  expect(partsOf('Yeast makes gas. Salt slows it down.')).toEqual(['Yeast makes gas.', 'Salt slows it down.']);
  expect(partsOf('Adenosine builds up by day; caffeine blocks its receptors')).toEqual([
    'Adenosine builds up by day.',
    'Caffeine blocks its receptors.',
  ]);
  expect(partsOf('- The first does this\n2) The second does that')).toEqual([
    'The first does this.',
    'The second does that.',
  ]);
  expect(partsOf('The heart pumps the blood and the lungs give it oxygen.')).toEqual([
    'The heart pumps the blood.',
    'The lungs give it oxygen.',
  ]);
});

test('a single thought is not split at short pairs, abbreviations, decimals or names', () => {
  for (const text of [
    'Salt and pepper go into the soup.',
    'Some metals, e.g. copper, conduct well.',
    'The half-life is 5.5 hours.',
    'George W. Bush was the 43rd president.',
    'Yes. No.',
    '',
  ])
    expect(partsOf(text)).toEqual([]);
});

test('the splitter loses no word and terminates on any text', () => {
  const odd = '. '.repeat(20_000);
  expect(partsOf(odd)).toEqual([]);
  expect(partsOf(`${'and '.repeat(5_000)}x`)).toEqual([]);
});
