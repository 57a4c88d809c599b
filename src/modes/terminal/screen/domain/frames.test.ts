import fc from 'fast-check';
import { expect, test } from 'vitest';

import { decodeDownFrame, encodeDownFrame, packScreen, unpackScreen } from './frames.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

test('a frame is read as it was written, at any memory alignment', () => {
  fc.assert(
    fc.property(bytes, fc.nat({ max: 7 }), fc.maxSafeNat(), (content, shift, offset) => {
      for (const frame of [
        { type: 'output', offset, bytes: content },
        { type: 'screen', offset, packed: content },
      ] as const) {
        const encoded = encodeDownFrame(frame);
        const elsewhere = new Uint8Array(encoded.length + shift);
        elsewhere.set(encoded, shift);
        expect(decodeDownFrame(elsewhere.subarray(shift))).toEqual(frame);
      }
    }),
  );
});

test('unpacking a packed screen returns its parts', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 })), (json, unfinished, numbers) => {
      const screen = { json, unfinished, cells: Uint32Array.from(numbers) };
      expect(unpackScreen(packScreen(screen))).toEqual(screen);
    }),
  );
});

test('bytes that are no frame are rejected', () => {
  expect(() => decodeDownFrame(new Uint8Array(3))).toThrow('too short');
  expect(() => decodeDownFrame(new Uint8Array(20).fill(9))).toThrow('no frame 9');
});
