import { programBeside } from '#worker-thread/server/program-beside.ts';

import type { ScreenSize } from './emulator.ts';
import { KeptScreen, type ScreenListener } from './kept-screen.ts';
import { ScreenThread } from './screen-thread.ts';

const WORKER = programBeside(import.meta, 'screen-worker');

const MAX_THREADS = 2;
const MAX_SILENCE_MS = 3_000;
/** Time after which a thread without screens ends, to free the memory of its former screens, in ms. */
const IDLE_MS = 10_000;

const START_AGAIN_MS = 1_000;

interface ScreensOptions {
  /** The program of the threads, for tests. */
  readonly worker?: string;
  readonly maxSilenceMs?: number;
  readonly idleMs?: number;
}

/** The screens of all terminals, in a few threads. The first screen starts the first thread. */
export class Screens {
  readonly #options: ScreensOptions;
  readonly #threads = new Set<ScreenThread>();
  #next = 0;
  #isClosed = false;

  constructor(options: ScreensOptions = {}) {
    this.#options = options;
  }

  get threads(): number {
    return this.#threads.size;
  }

  /** `above`: the number of rows above the window that `onChanged` gets. `packed`: the initial screen. */
  open(
    size: ScreenSize,
    listener: ScreenListener,
    { above = 0, packed = null }: { readonly above?: number; readonly packed?: Uint8Array | null } = {},
  ): KeptScreen {
    const number = (this.#next += 1);
    return new KeptScreen({ number, size, above, packed }, listener, {
      find: (screen) => this.#placeFor(screen),
      leave: (left) => this.#leave(left),
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const threads = [...this.#threads];
    for (const { screens } of threads) for (const screen of screens.values()) screen.close();
    this.#threads.clear();
    await Promise.all(threads.map((thread) => thread.end()));
  }

  #placeFor(screen: KeptScreen): ScreenThread {
    const usable = [...this.#threads].filter(({ isSilent }) => !isSilent);
    const emptiest = usable.toSorted((one, other) => one.screens.size - other.screens.size).at(0);
    const isEnough = emptiest && (emptiest.screens.size === 0 || usable.length >= MAX_THREADS);
    const thread = isEnough ? emptiest : this.#start();
    thread.screens.set(screen.number, screen);
    return thread;
  }

  #start(): ScreenThread {
    const { worker = WORKER, maxSilenceMs = MAX_SILENCE_MS } = this.#options;
    const thread = new ScreenThread({
      worker,
      maxSilenceMs,
      onEnd: (ended, guilty) => this.#replace(ended, guilty),
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Rebuilds the screens of a thread in others. The guilty one drops the output it was working on. */
  #replace(thread: ScreenThread, guilty: number): void {
    this.#threads.delete(thread);
    if (this.#isClosed) return;
    const screens = [...thread.screens.values()];
    thread.screens.clear();
    const build = () => {
      for (const screen of screens) {
        if (screen.number === guilty) screen.leaveOut();
        if (!screen.isClosed) screen.build(this.#placeFor(screen));
      }
    };
    if (thread.hasAnswered || guilty > 0) build();
    else setTimeout(build, START_AGAIN_MS).unref();
  }

  #leave(number: number): void {
    for (const thread of this.#threads) {
      if (!thread.screens.delete(number) || thread.screens.size > 0) continue;
      const end = () => {
        if (thread.screens.size > 0 || !this.#threads.delete(thread)) return;
        void thread.end();
      };
      setTimeout(end, this.#options.idleMs ?? IDLE_MS).unref();
    }
  }
}
