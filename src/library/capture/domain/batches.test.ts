import fc from 'fast-check';
import { expect, test } from 'vitest';

import { batchesOf, MAX_BATCH_BYTES } from './batches.ts';

test('every file is in one batch, in order, and no batch of several files is too large', () => {
  const file = fc.record({ size: fc.nat(MAX_BATCH_BYTES * 1.5) });
  fc.assert(
    fc.property(fc.array(file, { maxLength: 300 }), (files) => {
      const batches = batchesOf(files);
      expect(batches.flat()).toEqual(files);
      for (const batch of batches) {
        const bytes = batch.reduce((sum, { size }) => sum + size, 0);
        expect(batch.length === 1 || (batch.length <= 100 && bytes <= MAX_BATCH_BYTES)).toBe(true);
      }
    }),
  );
});
