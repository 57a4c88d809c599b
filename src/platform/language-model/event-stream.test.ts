import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readEventStream } from './event-stream.ts';

async function* chunked(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let from = 0, index = 0; from < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    yield bytes.subarray(from, (from += size));
  }
}

async function read(text: string, sizes: readonly number[] = [text.length * 4]) {
  const events: { data: string; isEnded: boolean }[] = [];
  for await (const event of readEventStream(chunked(Buffer.from(text), sizes))) events.push(event);
  return events;
}

const anySizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });

test('a stream yields the same events for any chunks and line ends', async () => {
  const line = fc.constantFrom(
    'data: {"a": "é😴"}',
    'data:x',
    ': comment',
    'event: ping',
    'id: 1',
    '',
    'data: ',
    'retry',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), anySizes, async (lines, end, sizes) => {
      const text = lines.map((one) => one + end).join('');
      expect(await read(text, sizes)).toEqual(await read(lines.map((one) => `${one}\n`).join('')));
    }),
  );
});

test('an event is the data of its lines, marked if the body ends before it does', async () => {
  expect(await read('﻿: hello\n\nevent: x\ndata: one\ndata:two\n\n\n\ndata: three')).toEqual([
    { data: 'one\ntwo', isEnded: true },
    { data: 'three', isEnded: false },
  ]);
});

test('an event that never ends is rejected', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('data: ');
    for (;;) yield Buffer.alloc(1_000_000, 'x');
  }
  const reading = (async () => {
    for await (const event of readEventStream(endless())) expect(event).toBeNull();
  })();
  await expect(reading).rejects.toThrow(RangeError);
});
