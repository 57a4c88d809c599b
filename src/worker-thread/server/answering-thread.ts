import { Worker, type WorkerOptions } from 'node:worker_threads';

import type { Answered, Asked } from './answer-questions.ts';

/** A running thread takes tens of MB. */
const IDLE_MS = 60_000;
/** The limit for one answer, and for the start of the thread. */
const MAX_SILENCE_MS = 60_000;

interface Options {
  readonly name: string;
  readonly resourceLimits?: WorkerOptions['resourceLimits'];
  readonly maxSilenceMs?: number;
  /** How long the thread lives without a question. */
  readonly idleMs?: number;
}

/** A worker thread that answers questions in sequence. Starts with the first question and ends when idle. */
export class AnsweringThread<Question, Answer> {
  readonly #file: string;
  readonly #options: Options;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #count = 0;

  /** `file` is a program that calls `answerQuestions`. */
  constructor(file: string, options: Options) {
    this.#file = file;
    this.#options = options;
  }

  /** Rejects if the question fails, or if the thread ends or does not answer in time. */
  ask(question: Question): Promise<Answer> {
    const id = (this.#count += 1);
    const waiting = Promise.withResolvers<Answer>();
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    if (this.#waiting.size === 0) this.#watch();
    this.#waiting.set(id, waiting);
    this.#worker.ref();
    this.#worker.postMessage({ id, question } satisfies Asked<Question>);
    return waiting.promise;
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const ending = this.#worker;
    this.#worker = undefined;
    await ending?.terminate();
  }

  #watch(): void {
    clearTimeout(this.#silence);
    const { name, maxSilenceMs = MAX_SILENCE_MS } = this.#options;
    this.#silence = setTimeout(() => {
      this.#fail(new Error(`the thread ${name} did not answer`));
      void this.end();
    }, maxSilenceMs).unref();
  }

  #start(): Worker {
    const { name, resourceLimits } = this.#options;
    // No environment: the thread needs no keys.
    const worker = new Worker(this.#file, { name, execArgv: [], env: {}, ...(resourceLimits && { resourceLimits }) });
    const onEnd = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      else if (this.#worker) return;
      this.#fail(error);
    };
    worker.on('message', (answered: Answered<Answer>) => this.#hear(worker, answered));
    worker.on('error', onEnd);
    worker.on('exit', (code) => onEnd(new Error(`the thread ${name} ended with code ${code}`)));
    return worker;
  }

  #hear(worker: Worker, answered: Answered<Answer>): void {
    const waiting = this.#waiting.get(answered.id);
    this.#waiting.delete(answered.id);
    if ('answer' in answered) waiting?.resolve(answered.answer);
    else waiting?.reject(new Error(answered.failure));
    if (this.#waiting.size > 0) {
      this.#watch();
      return;
    }
    clearTimeout(this.#silence);
    // A thread that is being ended keeps the process alive until it has ended.
    if (worker !== this.#worker) return;
    // An idle thread must not keep a command alive.
    worker.unref();
    this.#idle = setTimeout(() => void this.end(), this.#options.idleMs ?? IDLE_MS).unref();
  }

  #fail(error: Error): void {
    clearTimeout(this.#silence);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
