import { setImmediate } from 'node:timers/promises';

import type { Transaction } from 'kysely';

import { EVERYBODY, type ServedPeople } from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';
import { Turns } from '#worker-thread/server/turns.ts';

import type { Held, PassageChanges } from '../../../passages/server/plan-passages.ts';
import { changePassages, readHeld } from '../../../passages/server/write-passages.ts';
import type { WordSearch } from '../../../search/server/passage-search.ts';
import type { LibraryDependencies, ProgressOf } from '../../../storage/server/dependencies.ts';
import type { OwnedSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { endWaiting, waitingAmong } from '../../../storage/server/waiting-texts.ts';
import { writeFacts } from '../writing/write-source.ts';
import type { TextThread } from './text-thread.ts';

const MAX_AT_ONCE = 2;
const HELD_AT_ONCE = 1_000;
/** Delay before the next attempt after a failure. */
const RETRY_MS = 30_000;
const TOO_LARGE = 'not indexed: it needs too much memory. Divide it.';

interface LongTextDependencies extends Pick<LibraryDependencies, 'database' | 'newId'> {
  /** The people whose work is done here; everybody by default. */
  readonly served?: ServedPeople;
  readonly words: Pick<WordSearch, 'indexPart'>;
  readonly texts: TextThread;
  /** Called after the commit when a source has its passages and words, or when there is progress. */
  readonly notify: (person: string, sources: readonly string[]) => void;
  readonly logError: (message: string, cause: unknown) => void;
}

interface FailedText {
  readonly textId: string;
  /** The reason why its words are missing. */
  readonly words: string;
  /** Another attempt with the same text would fail again. */
  readonly isFinal: boolean;
}

interface WaitingText extends OwnedSource {
  readonly textId: string;
}

/**
 * Writes the passages and words of the waiting texts: per person one text at a time, the newest first. Each transaction
 * writes only a few, so that other writes can go in between. The waiting texts are read from the store, and finished
 * parts remain, so that a crash loses no work and needs no recovery code.
 */
export class LongTexts {
  readonly #dependencies: LongTextDependencies;
  readonly #turns = new Turns(MAX_AT_ONCE);
  /** The running work of each person. */
  readonly #people = new Map<string, Promise<void>>();
  readonly #progress = new Map<string, number>();
  /** Texts that are not retried now, by source. */
  readonly #failed = new Map<string, FailedText>();
  #sweeping: Promise<void> | null = null;
  #isWoken = false;
  #isClosed = false;

  constructor(dependencies: LongTextDependencies) {
    this.#dependencies = dependencies;
  }

  /** From 0 to 1; null unless the passages and words of the source are being written. */
  readonly progressOf = (sourceId: string): ReturnType<ProgressOf> => {
    const done = this.#progress.get(sourceId);
    if (done !== undefined) return { words: 'being indexed', done };
    const words = this.#failed.get(sourceId)?.words;
    return words === undefined ? null : { words, done: null };
  };

  /** Call it after a commit that may have added waiting texts. */
  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#isClosed) return;
    this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = null));
  };

  /** Resolves when nothing is written any more. Unfinished texts still wait. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sweeping;
    await this.#dependencies.texts.end();
    await Promise.all(this.#people.values());
  }

  async #sweep(): Promise<void> {
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      try {
        for (const person of await this.#waitingPeople()) {
          if (this.#people.has(person)) continue;
          const ended = this.#turns
            .take(person, () => this.#writeOne(person))
            .finally(() => {
              this.#people.delete(person);
              this.wake();
            });
          this.#people.set(person, ended);
        }
      } catch (error) {
        this.#retry('Texts that wait could not be looked up', error);
      }
    }
  }

  async #waitingPeople(): Promise<string[]> {
    const rows = await this.#waiting().select('person_id').distinct().execute();
    const { served = EVERYBODY } = this.#dependencies;
    return [...(await served.servedOf(rows.map(({ person_id: person }) => person)))];
  }

  #waiting() {
    return this.#dependencies.database.read
      .selectFrom('waiting_texts')
      .where('text_id', 'not in', ['', ...Array.from(this.#failed.values(), ({ textId }) => textId)]);
  }

  /** Writes the newest text of a person. Never rejects. */
  async #writeOne(person: string): Promise<void> {
    try {
      const row = await this.#waiting()
        .select(['source_id', 'text_id'])
        .where('person_id', '=', person)
        .orderBy('waiting_since', 'desc')
        .orderBy('source_id', 'desc')
        .executeTakeFirst();
      if (row && !this.#isClosed) await this.#write({ person, sourceId: row.source_id, textId: row.text_id });
    } catch (error) {
      if (!this.#isClosed) this.#retry('The words of a source could not be looked up', error);
    }
  }

  async #write(text: WaitingText): Promise<void> {
    const { person, sourceId, textId } = text;
    const { notify } = this.#dependencies;
    try {
      this.#progress.set(sourceId, 0);
      this.#failed.delete(sourceId);
      notify(person, [sourceId]);
      if (await this.#writeAll(text)) notify(person, [sourceId]);
    } catch (error) {
      if (this.#isClosed) return;
      const isFinal = error instanceof AppError && error.kind === 'too-large';
      this.#failed.set(sourceId, { textId, isFinal, words: isFinal ? TOO_LARGE : 'trying again in 30 s' });
      this.#progress.delete(sourceId);
      notify(person, [sourceId]);
      this.#retry(`The passages of the source ${sourceId} could not be written`, error);
    } finally {
      this.#progress.delete(sourceId);
    }
  }

  #retry(message: string, error: unknown): void {
    this.#dependencies.logError(message, error);
    setTimeout(() => {
      for (const [sourceId, { isFinal }] of this.#failed) if (!isFinal) this.#failed.delete(sourceId);
      this.wake();
    }, RETRY_MS).unref();
  }

  /** Returns whether the source has its passages and words: an edit meanwhile, or a stop, ends the work on a text. */
  async #writeAll(text: WaitingText): Promise<boolean> {
    const { database, newId, words, texts } = this.#dependencies;
    const { person, sourceId } = text;
    const source = await database.read
      .selectFrom('sources')
      .select(['content', 'language'])
      .where('id', '=', sourceId)
      .where('person_id', '=', person)
      .executeTakeFirst();
    if (!source) return false;
    const { facts, parts } = await texts.read(person, { ...source, held: await this.#readHeld(text) });
    for (const [index, part] of parts.entries()) {
      const changes = JSON.parse(part) as PassageChanges;
      if (!(await this.#writeIfWaiting(text, (trx) => changePassages(trx, text, { changes, newId })))) return false;
      this.#progress.set(sourceId, index / parts.length / 2);
    }
    let after: number | null = 0;
    while (after !== null) {
      const part = { person, sourceId, after };
      const goesOn = await this.#writeIfWaiting(text, async (trx) => {
        after = await words.indexPart(trx, part);
      });
      if (!goesOn) return false;
    }
    return this.#writeIfWaiting(text, async (trx) => {
      await writeFacts(trx, text, facts);
      await endWaiting(trx, text);
    });
  }

  async #readHeld(source: OwnedSource): Promise<string[]> {
    const pages: string[] = [];
    for (let after: Held | null | undefined = null; after !== undefined;) {
      const page: Held[] = await readHeld(this.#dependencies.database.read, source, { after, limit: HELD_AT_ONCE });
      pages.push(JSON.stringify(page));
      await setImmediate();
      after = page.length === HELD_AT_ONCE ? page.at(-1) : undefined;
    }
    return pages;
  }

  /** Returns whether the text still waits and was not replaced by another one. */
  async #writeIfWaiting(
    { sourceId, textId }: WaitingText,
    work: (trx: Transaction<LibraryTables>) => Promise<void>,
  ): Promise<boolean> {
    if (this.#isClosed) return false;
    return this.#dependencies.database.write(async (trx) => {
      const waits = (await waitingAmong(trx, [sourceId])).get(sourceId) === textId;
      if (waits) await work(trx);
      return waits;
    });
  }
}
