import type { DocumentReader } from '#library/ingestion/server/read-document.ts';

import type { ReadingLimits } from './process/reading-process.ts';
import { ReadingQueue } from './process/reading-queue.ts';

const LIMITS: ReadingLimits = { maxSilenceMs: 30_000, maxMs: 300_000, maxResidentMb: 700 };

/** Reads documents in a separate process, one at a time. */
export function createDocumentReader(given: Partial<ReadingLimits> = {}): DocumentReader {
  const queue = new ReadingQueue({ ...LIMITS, ...given });
  return {
    read: (document, reading) => queue.run(reading.signal, (child) => child.read(document, reading)),
    close: () => queue.close(),
  };
}
