import { expect, test } from 'vitest';

import { isRewritten } from './rewriting.ts';

test.each([
  ['The Rhine is long.', 'The Rhine is long.'],
  ['the rhine is long', 'The  Rhine, is long!'],
  ['Adenosin builds up.', 'Adenosine builds up.'],
  ['Teh Rhine is long.', 'The Rhine is long.'],
  ['The battle was in 1914.', 'The battle was in 1915.'],
  ['Die Groesse zählt.', 'Die Grösse zählt.'],
  ['', 'ab'],
])('%j to %j is a corrected typo', (before, after) => {
  expect(isRewritten(before, after)).toBe(false);
  expect(isRewritten(after, before)).toBe(false);
});

test.each([
  ['The Rhine is long.', 'The Rhine has 1,233 km.'],
  ['Salt slows the yeast; it also makes gluten stronger.', 'Salt slows the yeast.'],
  ['The war began in 1914.', 'The war began in 1939 or so.'],
  ['', 'abc'],
  ['大きさは重要です', '大小は関係ありません'],
])('%j to %j is rewritten', (before, after) => {
  expect(isRewritten(before, after)).toBe(true);
  expect(isRewritten(after, before)).toBe(true);
});
