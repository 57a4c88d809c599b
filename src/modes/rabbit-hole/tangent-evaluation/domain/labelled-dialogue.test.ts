import { expect, test } from 'vitest';

import { readLabelledDialogues, scoredTurnsOf } from './labelled-dialogue.ts';

test('each scored turn is the person’s, after all earlier turns of both speakers', () => {
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

test('a first turn is not scored, whatever its label', () => {
  const lines = [-1, 0, 1].map((shift) =>
    JSON.stringify({
      id: `labelled ${shift}`,
      turns: [
        { text: 'one', shift },
        { text: 'two', shift: 0 },
      ],
    }),
  );
  expect(scoredTurnsOf(readLabelledDialogues(lines.join('\n'))).map(({ turn }) => turn)).toEqual([1, 1, 1]);
  expect(() => readLabelledDialogues('{"id":"a","turns":[{"text":"one","shift":1}]}')).toThrow(
    'There is no turn to be scored in it.',
  );
});

test('a later turn without a label is an error in the data', () => {
  const text =
    '{"id":"a","turns":[{"text":"one","shift":-1},{"text":"two","shift":0}]}\n' +
    '{"id":"b","turns":[{"text":"one","shift":-1},{"text":"two","shift":0},{"text":"three","shift":-1}]}';
  expect(() => readLabelledDialogues(text)).toThrow(
    'Line 2, field "turns.2.shift": -1 cannot stand there. It is 1 or 0.',
  );
});
