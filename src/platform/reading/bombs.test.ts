import { afterAll, expect, test } from 'vitest';

import { bombs } from '../../../fixtures/documents/bombs.ts';
import { createDocumentReader } from './create-document-reader.ts';

/** Each kind is read at these sizes. `test:long` adds larger ones. */
const SIZES = (process.env['WARREN_BOMB_SIZES'] ?? '2').split(',').map(Number);
/** Documents that a reader without memory limits would not survive for long. */
const HARD = ['twice.pdf', 'sizes.docx', 'form.pdf', 'unclosed.html'];
const IS_LONG = process.env['WARREN_BOMB_SIZES'] !== undefined;

const reader = createDocumentReader({ maxSilenceMs: IS_LONG ? 10_000 : 2_000, maxMs: 30_000 });
afterAll(() => reader.close());
const read = (name: string, bytes: Uint8Array) =>
  reader.read(
    { bytes, name, mediaType: '', url: null },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );

/** Heap and external memory of this thread only, in bytes: other tests run in threads of the same process. */
function ownMemory(): number {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}

const given = SIZES.flatMap((size) => bombs(size).filter(({ name }) => IS_LONG || HARD.includes(name)));

test.each(given)('$name is read, or stopped with a reason, and the next document is read', async ({ name, bytes }) => {
  expect(bytes.length).toBeLessThan(5_000_000);
  const before = ownMemory();
  const found = await read(name, bytes).catch((error: unknown) => error);
  if (found instanceof Error) {
    expect(found).toMatchObject({ name: 'UnreadableDocument', message: expect.stringMatching(/.{20}/u) as string });
    // The message is a specific one.
    expect(found.message).not.toBe('This document could not be read.');
  } else expect(found).toMatchObject({ content: expect.stringMatching(/\S/u) as string });
  if (name === 'sizes.docx') expect(found).toMatchObject({ message: expect.stringContaining('200 MB') as string });
  expect(ownMemory() - before).toBeLessThan(300_000_000);
  // On a busy machine, starting the reader can take longer than the limit of this test.
  await expect.poll(async () => (await read('a.txt', new TextEncoder().encode('words'))).content).toBe('words');
});
