import type { DocumentReader } from '#library/ingestion/server/read-document.ts';

import { type ReadingLimits, ReadingProcess } from './process/reading-process.ts';

const LIMITS: ReadingLimits = { maxSilenceMs: 30_000, maxMs: 300_000, maxResidentMb: 700 };
/** The process takes 60 MB while it lives. */
const IDLE_MS = 30_000;

/** Reads documents in a process of their own, one at a time. It is started by the first one and ended when idle. */
export function createDocumentReader(given: Partial<ReadingLimits> = {}): DocumentReader {
  const limits = { ...LIMITS, ...given };
  let child: ReadingProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;

  async function endProcess(): Promise<void> {
    const ending = child;
    child = undefined;
    await ending?.end();
  }

  return {
    async read(document, reading) {
      clearTimeout(idle);
      waiting += 1;
      const turn = last.then(async () => {
        reading.signal.throwIfAborted();
        if (!child || child.hasEnded) child = new ReadingProcess(limits);
        return child.read(document, reading);
      });
      last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(() => void endProcess(), IDLE_MS).unref();
      }
    },
    async close() {
      clearTimeout(idle);
      await endProcess();
    },
  };
}
