import type { DatabaseSync, StatementSync } from 'node:sqlite';

import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

const WORKER = programBeside(import.meta, 'checkpoint-worker');

/** The default of `wal_autocheckpoint`. Copying this many pages takes a few milliseconds. */
const PAGES_AT_ONCE = 1_000;

/**
 * Checkpoints the write-ahead log. SQLite's automatic checkpoint runs within the commit, so after a large transaction
 * other requests would wait for it; a thread runs it instead. Pages written meanwhile are copied here, between two
 * commits, because SQLite restarts the log only after all of it is copied.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #writer: DatabaseSync;
  readonly #length: StatementSync;
  readonly #thread = new AnsweringThread<string, null>(WORKER, { name: 'checkpoints' });
  #isAsked = false;
  #isClosed = false;

  constructor(file: string, writer: DatabaseSync) {
    this.#file = file;
    this.#writer = writer;
    writer.exec('pragma wal_autocheckpoint = 0');
    this.#length = writer.prepare('pragma wal_checkpoint(noop)');
  }

  /** Call it after each commit. */
  readonly committed = (): void => {
    if (this.#isAsked) return;
    const { log, checkpointed } = this.#length.get() as { log: number; checkpointed: number };
    if (log < PAGES_AT_ONCE) return;
    if (log - checkpointed < 2 * PAGES_AT_ONCE) this.#copy();
    else void this.#ask();
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread.end();
  }

  async #ask(): Promise<void> {
    this.#isAsked = true;
    // The log must not grow without limit if the thread fails.
    await this.#thread.ask(this.#file).catch(() => this.#copy());
    this.#isAsked = false;
  }

  #copy(): void {
    if (this.#isClosed) return;
    try {
      this.#writer.exec('pragma wal_checkpoint(passive)');
    } catch {
      // Committed data is safe in the log. If the disk fails, the next write reports it.
    }
  }
}
