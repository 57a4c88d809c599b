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

/** Only this server knows how an import ended. A page that is open asks within a second. */
const ASKED_WITHIN_MS = 300_000;

type Given = Omit<DeckImport, 'signal' | 'onProgress'>;

/** Imports under way, one per person: twice at once would add everything twice. */
export function createDeckRuns({ log, onEnd, served = EVERYBODY, ...needs }: Needs) {
  const running = new Map<string, Run>();
  const reported = new Map<string, DeckProgress>();
  /** When imports ended of people who have not asked yet how. */
  const untold = new Map<string, number>();
  /** Ends what reads files when the server closes. */
  const closing = new AbortController();
  let repair: Promise<void> = Promise.resolve();

  function repairing(work: () => Promise<void>): void {
    repair = repair
      .then(work)
      .catch((error: unknown) => log.error('an import that was cut off could not be taken back', error));
  }
  // Before any import of theirs begins here.
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
    /** People whose import runs, or has ended while they have not asked yet how. */
    working(): readonly string[] {
      for (const [person, at] of untold) if (at < needs.now() - ASKED_WITHIN_MS) untold.delete(person);
      return [...running.keys(), ...untold.keys()];
    },
    of(person: string): DeckProgress {
      if (!running.has(person)) untold.delete(person);
      return reported.get(person) ?? { state: 'none' };
    },
    /** `open` is called once the run has its place, so that of two at once one is refused. */
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
    /** Ends a running import and takes it back, or dismisses how the last one ended. */
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
    /** Takes people whose import another server left unfinished. */
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
