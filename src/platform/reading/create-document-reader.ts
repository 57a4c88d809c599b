import type { DocumentReader } from '#library/ingestion/server/read-document.ts';

import { type ReadingLimits, ReadingThread } from './thread/reading-thread.ts';

const LIMITS: ReadingLimits = { maxSilenceMs: 30_000, maxMs: 300_000 };
/** The thread takes 60 MB while it lives. */
const IDLE_MS = 30_000;

/** Reads documents in a worker thread, one at a time. It is started by the first one and ended when idle. */
export function createDocumentReader(limits: ReadingLimits = LIMITS): DocumentReader {
  let thread: ReadingThread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;

  async function endThread(): Promise<void> {
    const ending = thread;
    thread = undefined;
    await ending?.end();
  }

  return {
    async read(document, reading) {
      clearTimeout(idle);
      waiting += 1;
      const turn = last.then(() => {
        reading.signal.throwIfAborted();
        if (!thread || thread.hasEnded) thread = new ReadingThread(limits);
        return thread.read(document, reading);
      });
      last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(() => void endThread(), IDLE_MS).unref();
      }
    },
    async close() {
      clearTimeout(idle);
      await endThread();
    },
  };
}
