import { Worker } from 'node:worker_threads';

import type { KeptScreen, ScreenPlace } from './kept-screen.ts';
import type { ScreenNews, ScreenOrder } from './screen-messages.ts';

/** Number of looks without progress after which a thread counts as hanging. */
const LOOKS = 6;
const MICROSECONDS = 1_000;

interface ThreadOptions {
  readonly worker: string;
  /** A thread that works this long without progress hangs. */
  readonly maxSilenceMs: number;
  /** Called when the thread has ended or hangs. `guilty`: the screen it was working on; 0 for none. */
  readonly onEnd: (thread: ScreenThread, guilty: number) => void;
}

export class ScreenThread implements ScreenPlace {
  readonly screens = new Map<number, KeptScreen>();
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #watch: NodeJS.Timeout;
  /** Shared with the thread; see `working` in screen-worker.ts. */
  readonly #working = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  #seen = 0;
  #looks = 0;
  /** CPU time at the first look, in ms; null until it is known, which takes a while for a thread that gets no CPU. */
  #usedBefore: number | null = null;
  #hasEnded = false;
  /** Whether the thread has ever answered. A thread that cannot even start never does. */
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

  /** Whether it may hang. If so, no further screen starts in it. */
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

  /** Checks for progress. A thread that gets no CPU time, as on a suspended machine, does not hang. */
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

  /** CPU time of the thread, in ms. */
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
