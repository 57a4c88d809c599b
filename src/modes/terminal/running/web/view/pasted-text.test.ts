import { expect, test } from 'vitest';

import { copiedText, pastedText } from './pasted-text.ts';

test.each([
  ['c;aGVsbG8=', 'hello'],
  [';5pel8J+Rqe+4jw==', '日👩️'],
  ['c;?', ''],
  ['c;', ''],
  ['c;!!', ''],
  ['c;/w==', ''],
])('%j asks to copy %j', (data, expected) => {
  expect(copiedText(data)).toBe(expected);
});

test.each([
  ['one\r\ntwo\rthree\n', 'one\ntwo\nthree\n'],
  ['echo safe\u001B[201~\rtouch it\r', 'echo safe[201~\ntouch it\n'],
  ['a\tb\u0000\u0003\u007F\u009B201~c', 'a\tb201~c'],
  ['漢字 👩‍👧 é', '漢字 👩‍👧 é'],
])('%j is pasted as %j', (text, expected) => {
  expect(pastedText(text)).toBe(expected);
});
