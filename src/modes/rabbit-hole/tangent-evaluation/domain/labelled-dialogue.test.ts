import { expect, test } from 'vitest';

import { readLabelledDialogues, scoredTurnsOf } from './labelled-dialogue.ts';

test('each scored turn is the person’s, after all that was said by two in turns', () => {
  const text =
    '\uFEFF{"id":"a","turns":[{"text":"one","shift":-1},{"text":"two","shift":1},{"text":"three","shift":0}]}\r\n';
  expect(scoredTurnsOf(readLabelledDialogues(text))).toEqual([
    {
      dialogue: 'a',
      turn: 1,
      shift: 1,
      messages: [
        { author: 'assistant', content: 'one' },
        { author: 'person', content: 'two' },
      ],
    },
    {
      dialogue: 'a',
      turn: 2,
      shift: 0,
      messages: [
        { author: 'person', content: 'one' },
        { author: 'assistant', content: 'two' },
        { author: 'person', content: 'three' },
      ],
    },
  ]);
});
