import { expect, test } from 'vitest';

import { docxWithFalseSizes, pdfDeflatedTwice, pdfWithLongPage } from '../../../fixtures/documents/bombs.ts';
import { createDocumentReader } from './create-document-reader.ts';

const reading = () => ({ signal: new AbortController().signal, onProgress: () => {} });
const document = (name: string, bytes: Uint8Array) => ({ bytes, name, mediaType: '', url: null });

test('documents that unpack without end are stopped, each with its reason, and the next one is read', async () => {
  const reader = createDocumentReader({ maxSilenceMs: 2_000, maxResidentMb: 400 });
  const residentAtFirst = process.memoryUsage.rss();
  const given = [
    [pdfWithLongPage(), /took longer than 2 seconds|too much memory/u],
    [pdfDeflatedTwice(), /took longer than 2 seconds|too much memory/u],
    [docxWithFalseSizes(), /unpacks to more than 200 MB/u],
  ] as const;
  for (const [{ name, bytes }, words] of given) {
    expect(bytes.length).toBeLessThan(5_000_000);
    await expect(reader.read(document(name, bytes), reading())).rejects.toMatchObject({
      name: 'UnreadableDocument',
      message: expect.stringMatching(words),
      isOfMachine: false,
    });
  }
  const plain = document('a.txt', new TextEncoder().encode('words'));
  expect((await reader.read(plain, reading())).content).toBe('words');
  expect(process.memoryUsage.rss() - residentAtFirst).toBeLessThan(200_000_000);
  await reader.close();
});
