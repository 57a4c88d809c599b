import { expect, test } from 'vitest';

import { jsonValuesIn, numberIn } from './loose-json.ts';

test('trailing commas and line breaks in strings are read', () => {
  expect(jsonValuesIn('Here: {"a": "x, ]\ny", "b": [1, 2, ], }', ['a'])).toEqual([{ a: 'x, ]\ny', b: [1, 2] }]);
  expect(jsonValuesIn('{"a": "x\\', ['a'])).toEqual([]);
});

test('comments are removed, and text that only looks like one is kept', () => {
  const answer =
    '```json\n{ // the learner\u2019s "answer }\n  "a": "http://b//c", /* [ */ "b": [1, // one\n 2, // two\n ], }\n```';
  expect(jsonValuesIn(answer, ['a'])).toEqual([{ a: 'http://b//c', b: [1, 2] }]);
  expect(jsonValuesIn('See https://b.example {"a": 1} // {"a": 2}', ['a'])).toEqual([{ a: 1 }, { a: 2 }]);
  expect(jsonValuesIn('{"a": 1, /* not closed', ['a'])).toEqual([]);
});

test('values are found inside brackets of plain text, up to the maximum depth', () => {
  const inside = (depth: number) => jsonValuesIn(`${'[x '.repeat(depth)}{"a": 1}${']'.repeat(depth)} {"a": 2}`, ['a']);
  expect(inside(30)).toEqual([{ a: 1 }, { a: 2 }]);
  expect(inside(9_000)).toEqual([{ a: 2 }]);
});

test.each([
  [' 0.5 ', 0.5],
  ['-.5', -0.5],
  ['7', 7],
  ['1.', Number.NaN],
  ['1.2.3', Number.NaN],
  ['', Number.NaN],
])('%j is the number %j', (text, number) => {
  expect(numberIn(text)).toBe(number);
});
