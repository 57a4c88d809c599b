import { EVERYBODY, type ServedPeople } from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';
import { Turns } from '#worker-thread/server/turns.ts';

import type { LibraryProblem, SourceSummary } from '../../storage/protocol.ts';
import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import type { OwnedSource } from '../../storage/server/source-text.ts';
import type { FetchLink } from './fetch-link.ts';
import { obtainDocument } from './given-document.ts';
import { type DocumentReader, UnreadableDocument } from './read-document.ts';
import { noteBeginning, noteReaderEnd } from './reading-attempts.ts';
import { peopleWhoWait, readWaiting, stillWaiting, type WaitingSource } from './waiting-sources.ts';
import { readText, writeFailed, writeRead, type WritingOutcome } from './write-outcome.ts';

/** Each reading holds its document of up to 50 MB in memory. */
const MAX_AT_ONCE = 3;
/** Leaves room to start another person's source at once. */
const MAX_OF_PERSON = 2;
/** A document that kills its reader this often is given up. A single time may be chance. */
const MAX_READER_ENDS = 2;
/** Delay before each further attempt, in ms. After a failure of the store the last one repeats without end. */
const RETRY_DELAYS = [5_000, 30_000, 120_000];

export interface IngestionDependencies
  extends Pick<LibraryDependencies, 'database' | 'notify' | 'texts'>, WritingOutcome {
  /** The people whose work is done here; everybody by default. */
  readonly served?: ServedPeople;
  readonly fetchLink: FetchLink;
  readonly reader: DocumentReader;
  readonly logError: (message: string, cause: unknown) => void;
  /** Called when none of a person's sources waits any more: each was read or has failed. */
  readonly onAllRead?: (person: string, read: AllRead) => void;
  readonly retryDelays?: readonly number[];
}

interface AllRead {
  readonly sources: number;
  /** Number of the sources that could not be read. */
  readonly failed: number;
  readonly tookMs: number;
}

interface Running {
  readonly person: string;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Reads the waiting sources, in turns between people, the newest of each person first. Which sources wait is read from
 * the store each time, so that work interrupted by a stop or a crash is found again.
 */
export class Ingestion {
  readonly #dependencies: IngestionDependencies;
  readonly #progress: ReadingProgress;
  readonly #running = new Map<string, Running>();
  /** Number of failed attempts, and the timer that runs until the next one. */
  readonly #attempts = new Map<string, { readonly failed: number; readonly pause: NodeJS.Timeout | null }>();
  /** People in the order in which their latest reading began. */
  readonly #served = new Set<string>();
  readonly #turns = new Turns(1);
  /** People with waiting sources: the time since when, and the counts of sources that were read and failed. */
  readonly #reading = new Map<string, { readonly since: number; sources: number; failed: number }>();
  /** The number of ended readings. */
  #ended = 0;
  #sweeping: Promise<void> | null = null;
  #isWoken = false;
  #isClosed = false;

  constructor(dependencies: IngestionDependencies) {
    this.#dependencies = dependencies;
    this.#progress = new ReadingProgress(dependencies.notify);
  }

  /** The people of the running readings. */
  get working(): readonly string[] {
    return [...this.#running.values()].map(({ person }) => person);
  }

  readonly progressOf = (sourceId: string) => this.#progress.of(sourceId);

  /** Call it after a commit that may have added or removed waiting sources. */
  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#isClosed) return;
    this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = null));
  };

  /** Forgets failed attempts, so that a source is read at once on request. */
  forget(sourceId: string): void {
    const attempts = this.#attempts.get(sourceId);
    if (attempts?.pause) clearTimeout(attempts.pause);
    this.#attempts.delete(sourceId);
    this.#progress.end(sourceId);
  }

  /** Resolves when no reading runs any more. Unfinished sources still wait. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#progress.close();
    for (const id of this.#attempts.keys()) this.forget(id);
    for (const { abort } of this.#running.values()) abort.abort(new Error('the server is stopping'));
    await this.#sweeping;
    await Promise.all([...[...this.#running.values()].map(({ ended }) => ended), this.#dependencies.reader.close()]);
  }

  async #sweep(): Promise<void> {
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      try {
        await this.#abortAbandoned();
        await this.#begin();
        await this.#noteEnds();
      } catch (error) {
        this.#dependencies.logError('Sources that wait could not be looked up', error);
        setTimeout(this.wake, RETRY_DELAYS[0]).unref();
      }
    }
  }

  async #abortAbandoned(): Promise<void> {
    const ids = [...this.#running.keys()];
    const wanted = await stillWaiting(this.#dependencies.database.read, ids);
    for (const id of ids)
      if (!wanted.has(id)) this.#running.get(id)?.abort.abort(new Error('the source does not wait any more'));
  }

  async #begin(): Promise<void> {
    while (this.#running.size < MAX_AT_ONCE) {
      const next = await this.#next();
      if (!next || this.#isClosed) return;
      this.#start(next);
    }
  }

  async #noteEnds(): Promise<void> {
    if (this.#reading.size === 0) return;
    const { database, now, onAllRead } = this.#dependencies;
    const waiting = new Set([...(await peopleWhoWait(database.read)), ...this.working]);
    for (const [person, { since, ...counts }] of this.#reading) {
      if (waiting.has(person)) continue;
      this.#reading.delete(person);
      onAllRead?.(person, { ...counts, tookMs: now() - since });
    }
  }

  /**
   * The newest source that can be read now, of the person whose turn it is, so that many sources of one person do not
   * block those of another. Sources that may kill a reader come after those of everybody else.
   */
  async #next(): Promise<WaitingSource | undefined> {
    const ended = this.#ended;
    const { database, served = EVERYBODY } = this.#dependencies;
    const people = [...(await served.servedOf(await peopleWhoWait(database.read)))];
    const isNew = people.filter((person) => !this.#served.has(person));
    let last: WaitingSource | undefined;
    for (const person of [...isNew, ...[...this.#served].filter((served) => people.includes(served))]) {
      const found = await this.#nextOf(person);
      // This answer may still contain a source whose reading has ended meanwhile.
      if (ended !== this.#ended) return this.#next();
      if (found && !found.hasEndedReader) return found;
      last ??= found;
    }
    return last;
  }

  async #nextOf(person: string) {
    const running = [...this.#running.values()].filter((each) => each.person === person).length;
    if (running >= MAX_OF_PERSON) return undefined;
    const limit = 1 + this.#running.size + this.#attempts.size;
    const waiting = await readWaiting(this.#dependencies.database.read, { person, limit });
    return waiting.find(({ sourceId }) => !this.#running.has(sourceId) && !this.#attempts.get(sourceId)?.pause);
  }

  #start(source: WaitingSource): void {
    this.#served.delete(source.person);
    this.#served.add(source.person);
    const reading = this.#reading.get(source.person) ?? { since: this.#dependencies.now(), sources: 0, failed: 0 };
    this.#reading.set(source.person, reading);
    const abort = new AbortController();
    const ended = this.#ingest(source, abort.signal).finally(() => {
      this.#running.delete(source.sourceId);
      this.#ended += 1;
      if (!this.#attempts.has(source.sourceId)) {
        this.#progress.end(source.sourceId);
        reading.sources += 1;
      }
      this.#dependencies.notify(source.person, [source.sourceId]);
      this.wake();
    });
    this.#running.set(source.sourceId, { person: source.person, abort, ended });
  }

  /** Never rejects. */
  async #ingest(source: WaitingSource, signal: AbortSignal): Promise<void> {
    const { database, reader, now } = this.#dependencies;
    try {
      this.#progress.set(source, { words: 'beginning', done: null });
      const onProgress = (progress: { readonly words: string; readonly done: number | null }): void => {
        if (!signal.aborted) this.#progress.set(source, progress);
      };
      const document = await obtainDocument(source, { ...this.#dependencies, signal, onProgress });
      signal.throwIfAborted();
      await database.write((trx) => noteBeginning(trx, source, now()));
      const read = await this.#turns.take(source.person, () => {
        signal.throwIfAborted();
        return reader.read(document, { signal, onProgress });
      });
      const text = await readText(this.#dependencies.texts, source.person, read);
      signal.throwIfAborted();
      await database.write((trx) => writeRead(trx, source, { ...this.#dependencies, document, read, text }));
      this.forget(source.sourceId);
    } catch (error) {
      if (signal.aborted) return;
      await this.#fail(source, error);
    }
  }

  async #fail(source: WaitingSource, error: unknown): Promise<void> {
    const { database, now, logError, retryDelays = RETRY_DELAYS } = this.#dependencies;
    const failed = (this.#attempts.get(source.sourceId)?.failed ?? 0) + 1;
    const unreadable = error instanceof UnreadableDocument ? error : null;
    const isOfMachine = error instanceof AppError || unreadable?.isOfMachine === true;
    const delay = retryDelays[failed - 1] ?? (isOfMachine ? retryDelays.at(-1) : undefined);
    if (delay !== undefined && (isOfMachine || unreadable?.mayPass === true))
      return this.#pause(source, { failed, delay });
    if (!unreadable) logError(`The source ${source.sourceId} could not be read`, error);
    try {
      const isGivenUp = await database.write(async (trx) => {
        if (unreadable?.endedReader === true && (await noteReaderEnd(trx, source)) < MAX_READER_ENDS) return false;
        await writeFailed(trx, source, { problem: problemOf(error), now });
        return true;
      });
      const reading = this.#reading.get(source.person);
      if (isGivenUp && reading) reading.failed += 1;
      if (isGivenUp) this.forget(source.sourceId);
      else this.#pause(source, { failed: failed - 1, delay: retryDelays[0] ?? 0 });
    } catch {
      // The store fails. The source still waits, and will be read again.
      this.#pause(source, { failed, delay: retryDelays.at(-1) ?? 0 });
    }
  }

  #pause(source: WaitingSource, { failed, delay }: { readonly failed: number; readonly delay: number }): void {
    if (this.#isClosed) return;
    const pause = setTimeout(() => {
      this.#attempts.set(source.sourceId, { failed, pause: null });
      this.wake();
    }, delay).unref();
    this.#attempts.set(source.sourceId, { failed, pause });
    this.#progress.set(source, { words: `trying again in ${String(Math.ceil(delay / 1_000))} s`, done: null });
  }
}

function problemOf(error: unknown): LibraryProblem {
  if (error instanceof UnreadableDocument) return { message: error.message, remedy: error.remedy };
  return { message: 'This could not be read.', remedy: 'Read it again, or paste the text instead.' };
}

type Progress = NonNullable<SourceSummary['progress']>;

/** Minimum time between two progress reports to a person's pages, in ms. */
const NOTIFY_EVERY_MS = 500;

/** The reading progress of each source. It is held in memory only: after a restart, reading starts over. */
class ReadingProgress {
  readonly #notify: LibraryDependencies['notify'];
  readonly #current = new Map<string, Progress>();
  readonly #untold = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(notify: LibraryDependencies['notify']) {
    this.#notify = notify;
  }

  of(sourceId: string): Progress | null {
    return this.#current.get(sourceId) ?? null;
  }

  set({ person, sourceId }: OwnedSource, progress: Progress): void {
    this.#current.set(sourceId, progress);
    const untold = this.#untold.get(person);
    if (untold) untold.add(sourceId);
    else this.#untold.set(person, new Set([sourceId]));
    this.#timer ??= setTimeout(() => this.#notifyAll(), NOTIFY_EVERY_MS).unref();
  }

  end(sourceId: string): void {
    this.#current.delete(sourceId);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#untold.clear();
  }

  #notifyAll(): void {
    this.#timer = null;
    const untold = [...this.#untold];
    this.#untold.clear();
    for (const [person, sources] of untold) this.#notify(person, [...sources]);
  }
}
