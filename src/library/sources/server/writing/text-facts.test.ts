import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { factsOf } from './text-facts.ts';

test('texts that differ only in white space have the same hash, however long they are', () => {
  const words = fc.array(fc.constantFrom('a', '𝒳', '漢', ' ', '\n', '\u{a0}', 'b'.repeat(70_000), ' '.repeat(110_000)));
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join('').replace(/\s+/gu, ' ').trim();
      const hash = text === '' ? '' : createHash('sha256').update(text).digest('base64url');
      expect(factsOf(parts.join('')).hash).toBe(hash);
    }),
    { numRuns: 60 },
  );
});
