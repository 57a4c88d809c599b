import { createRequire } from 'node:module';

import { expect, test } from 'vitest';

import { loadGraphemes } from './load-graphemes.ts';

test('the widths of graphemes load from their own table, and not from the start of the pool of small buffers', () => {
  const require = createRequire(import.meta.url);
  Reflect.deleteProperty(require.cache, require.resolve('@xterm/addon-unicode-graphemes'));
  // The next pool begins with zeros, which as the head of the table would say that it is empty.
  while (Buffer.from('\0'.repeat(16)).byteOffset !== 0);
  expect(loadGraphemes(require)).toBeTypeOf('function');
});
