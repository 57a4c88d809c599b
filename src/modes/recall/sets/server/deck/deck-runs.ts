import { EVERYBODY, type ServedPeople } from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';

import type { DeckProgress } from '../../protocol.ts';
import { type DeckImport, importDeck } from './import-deck.ts';
import { peopleWithUnfinished, takeBackUnfinished } from './take-back.ts';

type Needs = Parameters<typeof importDeck>[0] & {
  readonly served?: ServedPeople;
  readonly onEnd?: (
    person: string,
    ended: { readonly name: string; readonly tookMs: number; readonly hasFailed: boolean },
  ) => void;
  readonly log: { error(message: string, cause?: unknown): void };
};
interface Run {
  readonly cancelling: AbortController;
  readonly ended: Promise<void>;
}

/** How long a finished import keeps its person on this server, which alone has the result, until a page fetches it. */
const ASKED_WITHIN_MS = 300_000;

type Given = Omit<DeckImport, 'signal' | 'onProgress'>;

/** Running imports, at most one per person: two at once would add every point twice. */
export function createDeckRuns({ log, onEnd, served = EVERYBODY, ...needs }: Needs) {
  const running = new Map<string, Run>();
  const reported = new Map<string, DeckProgress>();
  /** End times of imports whose result the person's page has not fetched yet. */
  const untold = new Map<string, number>();
  /** Aborts running imports when the server closes. */
  const closing = new AbortController();
  let repair: Promise<void> = Promise.resolve();

  function repairing(work: () => Promise<void>): void {
    repair = repair
      .then(work)
      .catch((error: unknown) => log.error('an import that was cut off could not be taken back', error));
  }
  // Runs before a new import of the person can start on this server.
  served.onTaken((person) => repairing(() => takeBackUnfinished(needs.database, person)));

  async function run(given: Given, signal: AbortSignal): Promise<void> {
    const report = (progress: DeckProgress) => void reported.set(given.person, progress);
    const since = needs.now();
    const end = (progress: DeckProgress) => {
      report(progress);
      untold.set(given.person, needs.now());
      const { person, name } = given;
      onEnd?.(person, { name, tookMs: needs.now() - since, hasFailed: progress.state === 'failed' });
    };
    try {
      const imported = await importDeck(needs, {
        ...given,
        signal,
        onProgress: (progress) => report({ state: 'running', ...progress }),
      });
      end({ state: 'done', imported });
    } catch (error) {
      if (signal.aborted) return void reported.delete(given.person);
      if (!(error instanceof AppError)) log.error('an import of cards failed', error);
      const message = error instanceof AppError ? error.message : 'The import failed. Nothing was added. Try again.';
      end({ state: 'failed', message });
    } finally {
      running.delete(given.person);
    }
  }

  return {
    /** People whose import is running, or whose result was not fetched yet. */
    working(): readonly string[] {
      for (const [person, at] of untold) if (at < needs.now() - ASKED_WITHIN_MS) untold.delete(person);
      return [...running.keys(), ...untold.keys()];
    },
    of(person: string): DeckProgress {
      if (!running.has(person)) untold.delete(person);
      return reported.get(person) ?? { state: 'none' };
    },
    /** `open` is called after the run is registered, so that the second of two concurrent starts is refused. */
    start(person: string, open: () => Promise<Given>, onDone: () => Promise<void>): Promise<void> {
      if (running.has(person))
        throw new AppError('refused', 'An import of yours is being written. Wait until it is done.', {
          reason: 'importing',
        });
      const cancelling = new AbortController();
      const signal = AbortSignal.any([cancelling.signal, closing.signal]);
      const opened = repair.then(open);
      const ended = opened
        .then((given) => run(given, signal))
        .then(() => (reported.get(person)?.state === 'done' ? onDone() : undefined))
        .catch(() => {})
        .finally(() => running.delete(person));
      running.set(person, { cancelling, ended });
      reported.set(person, { state: 'running', done: 0, total: 0 });
      return opened.then(
        () => undefined,
        (error: unknown) => {
          reported.delete(person);
          throw error;
        },
      );
    },
    /** Cancels and reverts a running import, or dismisses the result of the last one. */
    async cancel(person: string): Promise<void> {
      const run = running.get(person);
      run?.cancelling.abort(new AppError('refused', 'The import was cancelled.', { reason: 'cancelled' }));
      await run?.ended;
      reported.delete(person);
      untold.delete(person);
    },
    recover(): void {
      if (served.hasOthers) this.lookForLeft();
      else
        repairing(async () => {
          for (const person of await peopleWithUnfinished(needs.database))
            await takeBackUnfinished(needs.database, person);
        });
    },
    /** Takes over people whose import was left unfinished by another server. */
    lookForLeft(): void {
      peopleWithUnfinished(needs.database)
        .then((people) => served.servedOf(people))
        .catch((error: unknown) => log.error('imports that were cut off could not be looked up', error));
    },
    async close(): Promise<void> {
      closing.abort(new AppError('refused', 'Warren is closing.', { reason: 'closing' }));
      await Promise.all([repair, ...Array.from(running.values(), ({ ended }) => ended)]);
    },
  };
}

export type DeckRuns = ReturnType<typeof createDeckRuns>;
