import { expect, test } from 'vitest';

import { wordsOf } from './words-of.ts';

test.each([
  ['', []],
  ['  ls   -la ', ['ls', '-la']],
  [`sh -c 'echo "a  b"; exit 1'`, ['sh', '-c', 'echo "a  b"; exit 1']],
  [String.raw`a\ b "c \" \d" ''`, ['a b', String.raw`c " \d`, '']],
  ['echo $HOME *.ts', ['echo', '$HOME', '*.ts']],
  [`un"closed word`, ['unclosed word']],
])('%s', (line, words) => {
  expect(wordsOf(line)).toEqual(words);
});
