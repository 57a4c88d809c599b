import type { Log } from '#session/server/dependencies.ts';

/** Somebody who has just come has other things to wait for. */
const AFTER_MS = 1_000;

export interface WarmUp {
  /** Somebody has come: makes what their pages will ask for, a little later and in the background, once at a time. */
  expect(person: string): void;
  /** Begins nothing any more, and waits for what is under way. */
  close(): Promise<void>;
}

export function createWarmUp(warm: (person: string) => Promise<void>, log: Pick<Log, 'error'>): WarmUp {
  const waiting = new Map<string, NodeJS.Timeout>();
  const warming = new Set<Promise<void>>();
  let isClosed = false;
  return {
    expect(person) {
      if (isClosed || waiting.has(person)) return;
      const begin = () => {
        waiting.delete(person);
        const done = warm(person)
          .catch((error: unknown) => log.error('Statistics could not be made ready', error))
          .finally(() => warming.delete(done));
        warming.add(done);
      };
      waiting.set(person, setTimeout(begin, AFTER_MS).unref());
    },
    async close() {
      isClosed = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
      await Promise.all(warming);
    },
  };
}
