import { expect, test } from 'vitest';

import { OpenTexts } from './open-texts.ts';

test('a growing text is sent by its new end alone', () => {
  const texts = new OpenTexts();
  texts.update('m', 'Hello');
  expect(texts.update('m', 'Hello there')).toMatchObject({ offset: 5, contentDelta: ' there' });
  expect(texts.update('m', 'Hello there')).toBeNull();
});

test('a correction sends what follows the unchanged part', () => {
  const texts = new OpenTexts();
  texts.update('m', 'Hello wrold');
  expect(texts.update('m', 'Hello world')).toMatchObject({ offset: 7, contentDelta: 'orld' });
});

test('a new reader gets the whole of every open text', () => {
  const texts = new OpenTexts();
  texts.update('m', 'One');
  texts.update('n', 'Two');
  texts.drop('m');
  expect(texts.all).toEqual([{ messageId: 'n', offset: 0, contentDelta: 'Two', isComplete: false }]);
});
