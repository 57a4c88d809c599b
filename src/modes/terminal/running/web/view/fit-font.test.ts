import { expect, test } from 'vitest';

import { fontInOtherSize, MIN_LEGIBLE_FONT, ownFont, possibleSize } from './fit-font.ts';

const fitting = { cols: 45, rows: 40 };
const inOther = (cols: number, rows: number, zoom = 1) => fontInOtherSize({ cols, rows }, { fitting, own: 14, zoom });

test('the screen of another window shrinks until all of it fits, and never grows', () => {
  expect(inOther(45, 40)).toBe(14);
  expect(inOther(20, 10)).toBe(14);
  expect(inOther(56, 40)).toBe(11.25);
  expect(inOther(45, 50)).toBe(11);
});

test('the font stays legible, and zooming out shows the whole screen', () => {
  expect(inOther(150, 50)).toBe(MIN_LEGIBLE_FONT);
  expect(inOther(150, 50, 2)).toBe(20);
  expect(inOther(150, 50, 0.1)).toBe(4);
  expect(inOther(150, 50, 100)).toBe(28);
});

test('the font and the size of an owner have bounds', () => {
  expect(possibleSize({ cols: 12, rows: 3 })).toEqual({ cols: 20, rows: 5 });
  expect(possibleSize({ cols: 600, rows: 40 })).toEqual({ cols: 500, rows: 40 });
  expect([2, 12.5, 90].map(ownFont)).toEqual([8, 12.5, 28]);
});
