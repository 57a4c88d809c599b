import fc from 'fast-check';
import { expect, test } from 'vitest';

import { unfinishedLength, Utf8Stream } from './utf8-stream.ts';

const decode = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
const whole = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

test('a sequence cut in two is one character', () => {
  const stream = new Utf8Stream(decode);
  expect(stream.push(Uint8Array.of(0x61, 0xf0, 0x9f))).toBe('a');
  expect(stream.push(Uint8Array.of(0x98))).toBe('');
  expect(stream.push(Uint8Array.of(0x80, 0x62))).toBe('😀b');
  expect(stream.end()).toBe('');
});

test('invalid bytes become U+FFFD, and a sequence that never ends too', () => {
  const stream = new Utf8Stream(decode);
  expect(stream.push(Uint8Array.of(0xff, 0xc0, 0x80, 0x41))).toBe('\ufffd\ufffd\ufffdA');
  expect(stream.push(Uint8Array.of(0xe2, 0x82))).toBe('');
  expect(stream.end()).toBe('\ufffd');
  expect(stream.end()).toBe('');
});

test('the buffer of the caller may change after a push', () => {
  const stream = new Utf8Stream(decode);
  const buffer = Buffer.from([0x61, 0xc3]);
  expect(stream.push(buffer)).toBe('a');
  buffer.fill(0);
  expect(stream.push(Uint8Array.of(0xa9))).toBe('é');
});

test('only a sequence that could go on is kept back', () => {
  expect(unfinishedLength(Uint8Array.of(0xe2, 0x82))).toBe(2);
  expect(unfinishedLength(Uint8Array.of(0xe2, 0x82, 0xac))).toBe(0);
  expect(unfinishedLength(Uint8Array.of(0xf0, 0x9f, 0x98))).toBe(3);
  expect(unfinishedLength(Uint8Array.of(0x80, 0x80, 0x80, 0x80))).toBe(0);
  expect(unfinishedLength(Uint8Array.of(0xf8))).toBe(0);
  expect(unfinishedLength(Uint8Array.of())).toBe(0);
});

/** Bytes in which valid, truncated and invalid sequences are all likely. */
const piece = fc.oneof(
  fc.constantFrom('a', 'é', '€', '😀', '\ufeff', '\u0000').map((text) => new TextEncoder().encode(text)),
  fc
    .constantFrom([0xe2], [0xf0, 0x9f], [0xed, 0xa0], [0xf4, 0x90], [0xc0], [0xff], [0x80])
    .map((values) => Uint8Array.from(values)),
  fc.uint8Array({ maxLength: 6 }),
);
const bytes = fc.array(piece, { maxLength: 30 }).map((pieces) => Uint8Array.from(pieces.flatMap((part) => [...part])));

test('any bytes, cut anywhere, are the text that they are in one piece', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat({ max: 8 }), { maxLength: 40 }), (all, lengths) => {
      const stream = new Utf8Stream(decode);
      let text = '';
      let from = 0;
      for (const length of lengths) {
        text += stream.push(all.subarray(from, from + length));
        from += length;
      }
      text += stream.push(all.subarray(from)) + stream.end();
      expect(text).toBe(whole(all));
    }),
    { numRuns: 2_000 },
  );
});
