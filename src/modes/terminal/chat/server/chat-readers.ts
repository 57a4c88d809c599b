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
/** A thread that does not answer for so long hangs. */
const MAX_SILENCE_MS = 5_000;
/** It says nothing while it is loaded, which takes long on a busy machine. */
const MAX_START_MS = 60_000;
/** A chat that fails this often is read from its transcript alone; at twice as often, no more. */
const MAX_FAILURES = 3;
/** A failure counts for so long. */
const FAILURE_COUNTS_MS = 10 * 60_000;
/** Changes that could not be written are reported again after this time. */
const AGAIN_AFTER_MS = 1_000;

export interface ChatListener {
  /** The latest messages of the log, once everything that was told before is in it. */
  readonly readKnown: () => Promise<{ readonly messages: readonly Message[]; readonly hasEarlier: boolean }>;
  readonly onChanges: (changes: ChatChanges) => void;
}

/** Knows nothing, and tells nobody: for what is only looked up in transcripts. */
export const NO_LISTENER: ChatListener = {
  readKnown: () => Promise.resolve({ messages: [], hasEarlier: false }),
  onChanges: () => undefined,
};

export interface Chat {
  follow(file: string): void;
  hear(hook: Hook, at: number): void;
  see(text: ScreenText, at: number): void;
  /** Resolves once what is in the transcript has been told. */
  finish(): Promise<void>;
  /** Something that was told could not be written: reads the log again, and tells what it lacks. */
  reportAgain(): void;
  find(what: Wanted): Promise<string | null>;
  close(): void;
}

interface Held {
  readonly listener: ChatListener;
  readonly files: Set<string>;
  /** Orders wait for it: the chat is being opened. */
  opened: Promise<void>;
  /** When it failed, in the monotonic clock's milliseconds. */
  failures: readonly number[];
}

interface Options {
  readonly onError: (message: string, error?: unknown) => void;
  /** Of the thread, for tests. */
  readonly worker?: string;
  readonly maxSilenceMs?: number;
}

/**
 * Reads the chats of all terminals, in a thread of its own. A chat that throws, and a thread that hangs or lags, begins
 * anew from the log and the transcripts: what was told stays told, and what hooks and screen said is confirmed by then.
 */
export class ChatReaders {
  readonly #options: Options;
  readonly #held = new Map<number, Held>();
  readonly #answers = new Map<number, (found: string | null) => void>();
  /** Which chat the thread works on; 0 for none. A thread that hangs cannot say it otherwise. */
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

  /** Sends an order once the chat is open. Those of a chat keep their order. */
  #order(held: Held, order: ReaderOrder): void {
    const { opened } = held;
    void opened.then(() => {
      // It was opened anew meanwhile, and its transcripts with it.
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
    // The next thread has a cell of its own: the last one may still write into this one.
    this.#working = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    for (const [chat, held] of this.#held)
      if (chat === guilty) this.#openAfterFailure(chat, held);
      else this.#open(chat, held);
  }

  /** A chat that fails again and again is read with less, and at last not at all. */
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

/** Says that a chat is not read any more. `place`: unique among those of a session. */
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
