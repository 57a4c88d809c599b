import path from 'node:path';
import { Worker } from 'node:worker_threads';

import type { ScreenSize } from './emulator.ts';
import type { CellSize, ScreenNews, ScreenOrder, ScreenText } from './screen-messages.ts';

/** Next to this file in the sources; next to the bundle of the server in a build. */
const WORKER = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'screen-worker.ts')
  : path.join(import.meta.dirname, 'screen-worker.js');

const MAX_THREADS = 2;

export interface ScreenListener {
  /** Takes the terminal's answer to its program. */
  readonly onReply: (reply: string) => void;
  readonly onChanged: (text: ScreenText) => void;
  /** Takes the number of bytes, written before, that are on the screen. */
  readonly onWritten: (bytes: number) => void;
  /** The thread has ended: nothing of this screen will be answered any more. */
  readonly onLost: (reason: Error) => void;
}

type ReadScreen = Pick<Extract<ScreenNews, { type: 'read' }>, 'text' | 'above' | 'solid'>;

/** The screen of one terminal, in a thread. What it is told is done in order. */
export interface Screen {
  /** Takes the bytes over: they must not be used afterwards. */
  write(bytes: Uint8Array<ArrayBuffer>): void;
  resize(size: ScreenSize, cell?: CellSize): void;
  /** A packed and compressed screen after everything that was written before this call. */
  pack(): Promise<Uint8Array>;
  /** Its text, with so many rows above the window, and the rows of the window without what is painted dim or grey. */
  read(scrollback: number): Promise<ReadScreen>;
  close(): void;
}

/** The screens of all terminals. Its threads start with the first one. */
export class Screens {
  readonly #threads: ScreenThread[] = [];

  /** `above`: how many rows above the window `onChanged` gets. */
  open(size: ScreenSize, listener: ScreenListener, above = 0): Screen {
    const living = this.#threads.filter(({ hasEnded }) => !hasEnded);
    const emptiest = living.toSorted((one, other) => one.count - other.count).at(0);
    if (emptiest && (emptiest.count === 0 || living.length >= MAX_THREADS)) return emptiest.open(size, listener, above);
    const thread = new ScreenThread();
    this.#threads.push(thread);
    return thread.open(size, listener, above);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.end()));
  }
}

interface Opened {
  readonly listener: ScreenListener;
  readonly requests: Map<number, (news: ScreenNews) => void>;
  readonly refusals: Map<number, (reason: Error) => void>;
}

class ScreenThread {
  readonly #worker = new Worker(WORKER, { name: 'screens', execArgv: [], env: {} });
  readonly #opened = new Map<number, Opened>();
  #next = 0;
  hasEnded = false;

  constructor() {
    this.#worker.on('message', (news: ScreenNews) => this.#hear(news));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose(new Error('The thread of the screens has ended.')));
    this.#worker.unref();
  }

  get count(): number {
    return this.#opened.size;
  }

  open(size: ScreenSize, listener: ScreenListener, above: number): Screen {
    const screen = (this.#next += 1);
    const opened: Opened = { listener, requests: new Map(), refusals: new Map() };
    this.#opened.set(screen, opened);
    this.#order({ type: 'open', screen, size, above });
    return {
      write: (bytes) => this.#order({ type: 'write', screen, bytes }, [bytes.buffer]),
      resize: (to, cell) => this.#order({ type: 'resize', screen, size: to, ...(cell && { cell }) }),
      pack: async () => {
        const news = await this.#ask(opened, (request) => ({ type: 'pack', screen, request }));
        return news.type === 'packed' ? news.packed : unexpected(news);
      },
      read: async (scrollback) => {
        const news = await this.#ask(opened, (request) => ({ type: 'read', screen, request, scrollback }));
        return news.type === 'read' ? news : unexpected(news);
      },
      close: () => {
        this.#order({ type: 'close', screen });
        this.#opened.delete(screen);
        refuseAll(opened, new Error('The screen was closed.'));
      },
    };
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.#worker.terminate();
  }

  #order(order: ScreenOrder, transferred: readonly ArrayBuffer[] = []): void {
    if (!this.hasEnded) this.#worker.postMessage(order, transferred);
  }

  #ask({ requests, refusals }: Opened, orderOf: (request: number) => ScreenOrder): Promise<ScreenNews> {
    const request = (this.#next += 1);
    const { promise, resolve, reject } = Promise.withResolvers<ScreenNews>();
    requests.set(request, resolve);
    refusals.set(request, reject);
    if (this.hasEnded) reject(new Error('The thread of the screens has ended.'));
    this.#order(orderOf(request));
    return promise;
  }

  #hear(news: ScreenNews): void {
    const opened = this.#opened.get(news.screen);
    if (!opened) return;
    if (news.type === 'reply') opened.listener.onReply(news.reply);
    else if (news.type === 'changed') opened.listener.onChanged(news.text);
    else if (news.type === 'written') opened.listener.onWritten(news.bytes);
    else {
      opened.requests.get(news.request)?.(news);
      opened.requests.delete(news.request);
      opened.refusals.delete(news.request);
    }
  }

  #lose(reason: Error): void {
    this.hasEnded = true;
    for (const opened of this.#opened.values()) {
      refuseAll(opened, reason);
      opened.listener.onLost(reason);
    }
    this.#opened.clear();
  }
}

function refuseAll({ requests, refusals }: Opened, reason: Error): void {
  for (const refuse of refusals.values()) refuse(reason);
  requests.clear();
  refusals.clear();
}

function unexpected(news: ScreenNews): never {
  throw new Error(`a screen answered with ${news.type}`);
}
