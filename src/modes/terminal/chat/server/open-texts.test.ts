import { expect, test } from 'vitest';

import { OpenTexts } from './open-texts.ts';

test('a text that grows is told by its end alone', () => {
  const texts = new OpenTexts();
  texts.update('m', 'Hello');
  expect(texts.update('m', 'Hello there')).toMatchObject({ offset: 5, contentDelta: ' there' });
  expect(texts.update('m', 'Hello there')).toBeNull();
});

test('a correction tells what follows the part that stays', () => {
  const texts = new OpenTexts();
  texts.update('m', 'Hello wrold');
  expect(texts.update('m', 'Hello world')).toMatchObject({ offset: 7, contentDelta: 'orld' });
});

test('a new reader gets all of every text that is open', () => {
  const texts = new OpenTexts();
  texts.update('m', 'One');
  texts.update('n', 'Two');
  texts.drop('m');
  expect(texts.all).toEqual([{ messageId: 'n', offset: 0, contentDelta: 'Two', isComplete: false }]);
});
