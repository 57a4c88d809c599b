import { createRequire } from 'node:module';

import { expect, test } from 'vitest';

import { loadGraphemes } from './load-graphemes.ts';

test('grapheme widths load from their own table, not from the start of the buffer pool', () => {
  const require = createRequire(import.meta.url);
  Reflect.deleteProperty(require.cache, require.resolve('@xterm/addon-unicode-graphemes'));
  // The next pool begins with zeros. Read as the head of the table, they would make it look empty.
  while (Buffer.from('\0'.repeat(16)).byteOffset !== 0);
  expect(loadGraphemes(require)).toBeTypeOf('function');
});
