import { expect, test } from 'vitest';

import { differingSentences } from './differing-sentences.ts';

const shown = (one: string, other: string) =>
  differingSentences(one, other).map((paragraphs) =>
    paragraphs.map((sentences) =>
      sentences.map(({ text, isOther }) => (isOther ? `<${text.trim()}>` : text.trim())).join(' '),
    ),
  );

test('sentences that only one of two answers has are marked on its side', () => {
  expect(shown('**Coal** fell. Engines came.\n\n- Salt paid.', 'Coal fell! Nobody knew why.\n\nSalt paid!')).toEqual([
    ['Coal fell. <Engines came.>', 'Salt paid.'],
    ['Coal fell! <Nobody knew why.>', 'Salt paid!'],
  ]);
  expect(shown('One. Two.', 'One. Two.')).toEqual([['One. Two.'], ['One. Two.']]);
  expect(shown('', 'New.')).toEqual([[], ['<New.>']]);
});
