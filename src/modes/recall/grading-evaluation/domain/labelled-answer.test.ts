import { expect, test } from 'vitest';

import { LabelledDataError } from '#kernel/labelled-lines.ts';

import { readLabelledAnswers } from './labelled-answer.ts';

const answer = {
  id: 'a',
  corpus: 'towns',
  question: 'What is the capital of France?',
  references: [{ text: 'Paris', category: 'BEST' }],
  answer: 'Paris',
  label: 'correct',
};

function read(...lines: readonly unknown[]) {
  return readLabelledAnswers(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
}

test('a byte order mark, empty lines and unknown fields are ignored', () => {
  const { references: _, ...rest } = answer;
  expect(read(`\uFEFF${JSON.stringify(answer)}\r`, '', { ...answer, id: 'b', corpus: undefined, more: 1 })).toEqual([
    { ...rest, references: [{ text: 'Paris' }] },
    { ...rest, id: 'b', corpus: undefined, references: [{ text: 'Paris' }] },
  ]);
});

test.each([
  ['not JSON', [answer, '{"id": '], 'Line 2 is not JSON.'],
  ['no object', ['[]'], 'Line 1 is not an object.'],
  [
    'an unknown label',
    [answer, '', { ...answer, id: 'b', label: 'right' }],
    'Line 3, field "label": "right" cannot stand there. It is one of correct, contradictory, incorrect.',
  ],
  ['a field that is missing', [{ ...answer, answer: undefined }], 'Line 1, field "answer": it is missing.'],
  [
    'a reference without text',
    [{ ...answer, references: [{ text: 'a' }, { text: 1 }] }],
    'Line 1, field "references.1.text": 1 cannot stand there.',
  ],
  ['no reference', [{ ...answer, references: [] }], 'Line 1, field "references": [] cannot stand there.'],
  ['an id used twice', [answer, answer], 'Line 2, field "id": "a" was used in line 1 already.'],
  ['nothing', ['', ' '], 'There is no labelled answer in it.'],
])('%s is refused with its location', (_, lines, problem) => {
  expect(() => read(...lines)).toThrow(new LabelledDataError(problem));
});
