import { expect, test } from 'vitest';

import { judgementsOf, readDocument, readJudgement, readQuery } from './collection.ts';

test('documents and queries are read, with whatever else stands in their lines', () => {
  expect(readDocument('{"_id":"4983","title":"T","text":"Words","metadata":{}}')).toEqual({
    _id: '4983',
    title: 'T',
    text: 'Words',
  });
  expect(readQuery('{"_id":"q","text":"why"}')).toEqual({ _id: 'q', text: 'why' });
});

test('a broken line says what is wrong with it', () => {
  expect(() => readDocument('{"_id":"a"')).toThrow('it is not JSON');
  expect(() => readDocument('[]')).toThrow('it is not an object');
  expect(() => readDocument('{"_id":"a","title":"x"}')).toThrow('the field "text" is missing or not a text');
  expect(() => readJudgement('q\td')).toThrow('between tabs');
  expect(() => readJudgement('q\td\thigh')).toThrow('between tabs');
});

test('documents with grade 0 do not answer a query', () => {
  const rows = ['q1\ta\t2', 'q1\tb\t0', 'q2\tc\t0\r'].map((line) => readJudgement(line));
  expect(judgementsOf(rows)).toEqual(new Map([['q1', new Map([['a', 2]])]]));
});
