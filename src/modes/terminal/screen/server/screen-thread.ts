import { Worker } from 'node:worker_threads';

import type { KeptScreen, ScreenPlace } from './kept-screen.ts';
import type { ScreenNews, ScreenOrder } from './screen-messages.ts';

/** Times that a thread is looked at before it counts as one that hangs. */
const LOOKS = 6;
const MICROSECONDS = 1_000;

interface ThreadOptions {
  readonly worker: string;
  /** A thread that works for so long without getting on hangs. */
  readonly maxSilenceMs: number;
  /** It has ended, or hangs. `guilty`: the screen that it worked on; 0 for none. */
  readonly onEnd: (thread: ScreenThread, guilty: number) => void;
}

export class ScreenThread implements ScreenPlace {
  readonly screens = new Map<number, KeptScreen>();
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #watch: NodeJS.Timeout;
  /** See the thread. */
  readonly #working = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  #seen = 0;
  #looks = 0;
  /** By the first look at what it works on; null until it is known, which takes a while where it gets no time. */
  #usedBefore: number | null = null;
  #hasEnded = false;
  /** False where it cannot even begin. */
  hasAnswered = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
    const workerData = { working: this.#working };
    this.#worker = new Worker(options.worker, { name: 'screens', execArgv: [], env: {}, workerData });
    this.#worker.on('message', (news: ScreenNews) => {
      this.hasAnswered = true;
      this.screens.get(news.screen)?.hear(news);
    });
    this.#worker.on('error', () => this.#end());
    this.#worker.on('exit', () => this.#end());
    this.#worker.unref();
    this.#watch = setInterval(() => void this.#look().catch(() => undefined), options.maxSilenceMs / LOOKS).unref();
  }

  /** It may hang: no further screen begins here. */
  get isSilent(): boolean {
    return this.#looks > 1;
  }

  order(order: ScreenOrder): void {
    if (!this.#hasEnded) this.#worker.postMessage(order);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#watch);
    await this.#worker.terminate();
  }

  /** Looks whether it gets on. Where it gets no time of the processor, as on a suspended machine, it does not hang. */
  async #look(): Promise<void> {
    const [screen, step = 0] = this.#working;
    if (screen === 0 || step !== this.#seen) {
      this.#seen = step;
      this.#looks = 0;
      return;
    }
    const look = (this.#looks += 1);
    if (look === 1) this.#usedBefore = null;
    const used = await this.#used();
    if (look === 1) this.#usedBefore = used;
    if (this.#hasEnded || this.#looks < LOOKS || this.#working[1] !== step || this.#working[0] === 0) return;
    if (this.#usedBefore !== null && used - this.#usedBefore >= this.#options.maxSilenceMs / 2) this.#end();
  }

  /** Milliseconds of the processor. */
  async #used(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage();
    return (user + system) / MICROSECONDS;
  }

  #end(): void {
    if (this.#hasEnded) return;
    const [guilty = 0] = this.#working;
    void this.end();
    this.#options.onEnd(this, guilty);
  }
}
