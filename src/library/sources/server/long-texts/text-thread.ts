import { AppError } from '#wire/error-kind.ts';
import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';
import { Turns } from '#worker-thread/server/turns.ts';

import type { TextFacts, Texts } from '../../../storage/server/dependencies.ts';
import { MAX_LENGTH_AT_ONCE } from '../../../storage/server/waiting-texts.ts';
import { factsOf } from '../writing/text-facts.ts';

export interface TextQuestion {
  readonly content: string;
  /** Language of the whole text. */
  readonly language: string | null;
  /** The stored passages, in pages of JSON; null if only the facts are wanted. */
  readonly held: readonly string[] | null;
}

export interface TextAnswer {
  readonly facts: TextFacts;
  /**
   * The changes of the passages, one part per transaction. They are JSON, because many small objects take long to pass
   * between threads.
   */
  readonly parts: readonly string[];
}

const WORKER = programBeside(import.meta, 'text-worker');

/** The worst texts of 10 million characters need less than 100 MB. */
const MAX_HEAP_MB = 200;
/** Ends the idle thread soon, to free the memory that a long text needed. */
const IDLE_MS = 5_000;

/** Reads long texts in a worker thread, one per person at a time, in turns between people. */
export class TextThread implements Texts {
  readonly #thread: AnsweringThread<TextQuestion, TextAnswer>;
  readonly #turns = new Turns(1);

  constructor(maxHeapMb = MAX_HEAP_MB) {
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 32 };
    this.#thread = new AnsweringThread(WORKER, { name: 'texts', resourceLimits, idleMs: IDLE_MS });
  }

  /** Computes the facts of a text; those of a short one in this thread. */
  async factsOf(person: string, content: string): Promise<TextFacts> {
    if (content.length <= MAX_LENGTH_AT_ONCE) return factsOf(content);
    return (await this.read(person, { content, language: null, held: null })).facts;
  }

  /** Rejects with `too-large` if the text needs more memory than the thread may use. */
  async read(person: string, question: TextQuestion): Promise<TextAnswer> {
    try {
      return await this.#turns.take(person, () => this.#thread.ask(question));
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY')) throw cause;
      throw new AppError('too-large', 'This text needs too much memory. Divide it.', { cause });
    }
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
