import { Worker } from 'node:worker_threads';

import type { EventBody } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message } from '#session/protocol.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import type { ScreenText } from '../../screen/server/screen-messages.ts';
import type { ChatChanges } from '../domain/reported-messages.ts';
import type { ReaderNews, ReaderOrder, Wanted } from './reader-messages.ts';

const WORKER = programBeside(import.meta, 'chat-worker');

const PING_EVERY_MS = 1_000;
/** A thread that does not answer for this long counts as hanging. */
const MAX_SILENCE_MS = 5_000;
/** A thread says nothing while it loads, which takes long on a busy machine. */
const MAX_START_MS = 60_000;
/** A chat that fails this often is read from its transcript alone; at twice as often, it is no longer read. */
const MAX_FAILURES = 3;
const FAILURE_COUNTS_MS = 10 * 60_000;
/** Delay after which changes that could not be written are reported again. */
const AGAIN_AFTER_MS = 1_000;

export interface ChatListener {
  /** The latest messages of the log, including all changes that were reported before. */
  readonly readKnown: () => Promise<{ readonly messages: readonly Message[]; readonly hasEarlier: boolean }>;
  readonly onChanges: (changes: ChatChanges) => void;
}

/** A listener without a log, for lookups in transcripts. */
export const NO_LISTENER: ChatListener = {
  readKnown: () => Promise.resolve({ messages: [], hasEarlier: false }),
  onChanges: () => undefined,
};

export interface Chat {
  follow(file: string): void;
  hear(hook: Hook, at: number): void;
  see(text: ScreenText, at: number): void;
  /** Resolves once everything in the transcript has been reported. */
  finish(): Promise<void>;
  /** Call it when a reported change could not be written: rereads the log, and reports what it lacks. */
  reportAgain(): void;
  find(what: Wanted): Promise<string | null>;
  close(): void;
}

interface Held {
  readonly listener: ChatListener;
  readonly files: Set<string>;
  /** Resolves once the chat is open. Orders wait for it. */
  opened: Promise<void>;
  /** Times of its failures, in milliseconds of the monotonic clock. */
  failures: readonly number[];
}

interface Options {
  readonly onError: (message: string, error?: unknown) => void;
  /** Path of the thread's file, for tests. */
  readonly worker?: string;
  readonly maxSilenceMs?: number;
}

/**
 * Reads the chats of all terminals in a thread. A chat that throws, and a thread that hangs or lags, restarts from the
 * log and the transcripts: reported messages stay, and the transcript confirms what hooks and screen reported.
 */
export class ChatReaders {
  readonly #options: Options;
  readonly #held = new Map<number, Held>();
  readonly #answers = new Map<number, (found: string | null) => void>();
  /**
   * The number of the chat that the thread works on; 0 for none. Shared memory, because a hanging thread sends no
   * messages.
   */
  #working = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #worker: Worker | null = null;
  #watch: NodeJS.Timeout | undefined;
  #heardAt = 0;
  #hasAnswered = false;
  #next = 0;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  open(listener: ChatListener): Chat {
    const chat = (this.#next += 1);
    const held: Held = { listener, files: new Set(), opened: Promise.resolve(), failures: [] };
    this.#held.set(chat, held);
    this.#open(chat, held);
    const readsAll = () => failuresOf(held) < MAX_FAILURES;
    return {
      follow: (file) => {
        if (held.files.has(file)) return;
        held.files.add(file);
        this.#order(held, { type: 'transcript', chat, file });
      },
      hear: (hook, at) => readsAll() && this.#order(held, { type: 'hook', chat, hook: JSON.stringify(hook), at }),
      see: (text, at) => readsAll() && this.#order(held, { type: 'screen', chat, text, at }),
      finish: async () => void (await this.#ask(held, (request) => ({ type: 'finish', chat, request }))),
      reportAgain: () => {
        setTimeout(() => this.#held.get(chat) === held && this.#open(chat, held), AGAIN_AFTER_MS).unref();
      },
      find: (what) => this.#ask(held, (request) => ({ type: 'find', chat, request, what })),
      close: () => {
        this.#order(held, { type: 'close', chat });
        this.#held.delete(chat);
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#held.clear();
    this.#answerAll();
    await this.#worker?.terminate();
  }

  #open(chat: number, held: Held): void {
    held.opened = held.listener.readKnown().then(
      ({ messages, hasEarlier }) => {
        if (this.#held.get(chat) !== held) return;
        const isTranscriptAlone = failuresOf(held) >= MAX_FAILURES;
        this.#post({ type: 'open', chat, known: messages, hasEarlier, isTranscriptAlone });
        for (const file of held.files) this.#post({ type: 'transcript', chat, file });
      },
      (error: unknown) => this.#options.onError('A chat could not be opened', error),
    );
  }

  /** Sends an order once the chat is open. The orders of a chat keep their sequence. */
  #order(held: Held, order: ReaderOrder): void {
    const { opened } = held;
    void opened.then(() => {
      // The chat was reopened in the meantime, which also sends its transcripts.
      if (held.opened === opened || order.type === 'close') this.#post(order);
      else if (order.type !== 'screen' && order.type !== 'transcript') this.#order(held, order);
    });
  }

  #ask(held: Held, orderOf: (request: number) => ReaderOrder): Promise<string | null> {
    if (this.#isClosed) return Promise.resolve(null);
    const request = (this.#next += 1);
    const answered = new Promise<string | null>((resolve) => this.#answers.set(request, resolve));
    this.#order(held, orderOf(request));
    return answered;
  }

  #post(order: ReaderOrder): void {
    if (this.#isClosed) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(order);
  }

  #start(): Worker {
    this.#working[0] = 0;
    const worker = new Worker(this.#options.worker ?? WORKER, {
      name: 'chats',
      execArgv: [],
      env: {},
      workerData: { working: this.#working },
    });
    worker.on('message', (news: ReaderNews) => this.#hear(news));
    worker.on('error', (error) => this.#restart(worker, error));
    worker.on('exit', () => this.#restart(worker, new Error('it ended')));
    worker.unref();
    this.#heardAt = performance.now();
    this.#hasAnswered = false;
    clearInterval(this.#watch);
    this.#watch = setInterval(() => this.#look(worker), PING_EVERY_MS).unref();
    return worker;
  }

  #look(worker: Worker): void {
    const { maxSilenceMs = MAX_SILENCE_MS } = this.#options;
    if (performance.now() - this.#heardAt > (this.#hasAnswered ? maxSilenceMs : MAX_START_MS))
      this.#restart(worker, new Error('it did not answer'));
    else worker.postMessage({ type: 'ping', request: 0 } satisfies ReaderOrder);
  }

  #restart(worker: Worker, reason: unknown): void {
    if (this.#worker !== worker || this.#isClosed) return;
    this.#options.onError('The thread that reads chats begins anew', reason);
    this.#worker = null;
    clearInterval(this.#watch);
    void worker.terminate();
    this.#answerAll();
    const [guilty] = this.#working;
    // The next thread gets another buffer, because the last one can still write into this one.
    this.#working = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    for (const [chat, held] of this.#held)
      if (chat === guilty) this.#openAfterFailure(chat, held);
      else this.#open(chat, held);
  }

  /** Reopens a chat that failed. One that fails repeatedly is read from less, and finally not at all. */
  #openAfterFailure(chat: number, held: Held): void {
    held.failures = [...held.failures, performance.now()];
    if (failuresOf(held) < 2 * MAX_FAILURES) {
      this.#open(chat, held);
      return;
    }
    this.#held.delete(chat);
    held.listener.onChanges({ events: [givenUpEvent(chat)], texts: [] });
  }

  #hear(news: ReaderNews): void {
    this.#heardAt = performance.now();
    this.#hasAnswered = true;
    if (news.type === 'answer') {
      this.#answers.get(news.request)?.(news.found);
      this.#answers.delete(news.request);
      return;
    }
    const held = this.#held.get(news.chat);
    if (!held) return;
    if (news.type === 'changes') {
      held.listener.onChanges(news.changes);
      return;
    }
    this.#options.onError('A chat could not be read', news.message);
    this.#openAfterFailure(news.chat, held);
  }

  #answerAll(): void {
    for (const answer of this.#answers.values()) answer(null);
    this.#answers.clear();
  }
}

function failuresOf({ failures }: Held): number {
  const since = performance.now() - FAILURE_COUNTS_MS;
  return failures.filter((at) => at > since).length;
}

/** Reports that a chat is no longer read. `place`: unique in the session. */
function givenUpEvent(place: number): EventBody {
  return {
    type: 'chat_message',
    message: {
      id: `terminal_given-up_${place}`,
      thread: TRUNK,
      author: 'notice',
      content:
        'This chat could not be read. What is said from now on stands in the terminal, until it is started again.',
      status: 'complete',
    },
  };
}
