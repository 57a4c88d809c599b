import { expect, test } from 'vitest';

import { placeBeside } from './place-beside.ts';

const room = { bottom: 500, width: 360, needed: 136 };
const words = (top: number, bottom: number) => ({ left: 100, right: 200, top, bottom });

test('the toolbar is above the words, or below a touch selection', () => {
  expect(placeBeside(words(200, 220), room, false)).toEqual({ left: 82, top: 158 });
  expect(placeBeside(words(200, 220), room, true)).toEqual({ left: 82, top: 244 });
});

test('without room it moves to the other side, and covers neither the words nor the composer', () => {
  expect(placeBeside(words(70, 90), room, false).top).toBe(98);
  expect(placeBeside(words(440, 460), room, true).top).toBe(398);
});

test('if the words fill the room, it stays inside', () => {
  expect(placeBeside(words(70, 490), room, true).top).toBe(458);
  expect(placeBeside({ left: 0, right: 20, top: 200, bottom: 220 }, room, false).left).toBe(8);
  expect(placeBeside({ left: 340, right: 360, top: 200, bottom: 220 }, room, false).left).toBe(216);
});
