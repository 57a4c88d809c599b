import { type ReadingLimits, ReadingProcess } from './reading-process.ts';

/** Ends the idle process, because it uses 60 MB. */
const IDLE_MS = 30_000;

/** Runs one task at a time in a process. The first task starts the process, and it ends when idle. */
export class ReadingQueue {
  readonly #limits: ReadingLimits;
  #child: ReadingProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  async run<Result>(signal: AbortSignal, read: (child: ReadingProcess) => Promise<Result>): Promise<Result> {
    clearTimeout(this.#idle);
    this.#waiting += 1;
    const turn = this.#last.then(async () => {
      signal.throwIfAborted();
      if (!this.#child || this.#child.hasEnded) this.#child = new ReadingProcess(this.#limits);
      return read(this.#child);
    });
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const ending = this.#child;
    this.#child = undefined;
    await ending?.end();
  }
}
