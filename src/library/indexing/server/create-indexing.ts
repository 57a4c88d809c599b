import { EVERYBODY } from '#database/server/served-people.ts';

import type { IndexingDependencies } from './dependencies.ts';
import { countIndexed } from './find-passages.ts';
import { createPersonIndexer, type PersonIndexer } from './person-indexer.ts';

/** People per look; each takes a query or two. */
const LEFT_AT_ONCE = 20;

/** Minimum time between two looks after one that found nobody, while no server comes or goes. */
const LOOK_AGAIN_AFTER_MS = 60_000;

/** Delays the first look after a start, so that the first page is served before it. */
const RECOVER_AFTER_MS = 1_000;

export type Indexing = ReturnType<typeof createIndexing>;

/**
 * Gives each passage a vector of its person's current model, in the background. The state of the store shows the work
 * to do: passages without a vector. A restart therefore continues the work, and doing it twice changes nothing.
 */
export function createIndexing(
  deps: IndexingDependencies,
  { recoverAfterMs = RECOVER_AFTER_MS }: { readonly recoverAfterMs?: number } = {},
) {
  const { database, embedders, served = EVERYBODY } = deps;
  const indexers = new Map<string, PersonIndexer>();
  const endings = new Map<string, AbortController>();
  const closing = new AbortController();
  let recovering: NodeJS.Timeout | undefined;
  /** People without a server whose passages all had vectors, with their epoch at that time. */
  const complete = new Map<string, number>();
  let looking: Promise<void> | undefined;
  /** The latest look that found nobody. */
  let quiet: { readonly at: number; readonly serverCount: number } | undefined;

  function indexerOf(person: string): PersonIndexer {
    const held = indexers.get(person);
    if (held) return held;
    const ending = new AbortController();
    const made = createPersonIndexer(deps, person, AbortSignal.any([closing.signal, ending.signal]));
    indexers.set(person, made);
    endings.set(person, ending);
    return made;
  }

  async function wakeAll(): Promise<void> {
    const people = await database.read
      .selectFrom('sources')
      .select('person_id')
      .distinct()
      .where('deleted_at', 'is', null)
      .execute();
    for (const { person_id } of people) if (served.serves(person_id)) indexerOf(person_id).wake();
  }

  async function takeLeft(): Promise<void> {
    // Everybody who was ever served and is not now: the list grows over time.
    const since = { at: performance.now(), serverCount: served.serverCount };
    if (quiet?.serverCount === since.serverCount && since.at - quiet.at < LOOK_AGAIN_AFTER_MS) return;
    const left = await served.left();
    const isLeft = new Set(left.map(({ person }) => person));
    for (const person of complete.keys()) if (!isLeft.has(person)) complete.delete(person);
    const unknown = left.filter(({ person, epoch }) => complete.get(person) !== epoch).slice(0, LEFT_AT_ONCE);
    quiet = unknown.length === 0 ? since : undefined;
    const waiting: string[] = [];
    for (const { person, epoch } of unknown) {
      if (closing.signal.aborted) return;
      const { model } = await embedders.of(person);
      const { done, total } = await countIndexed(database.read, { person, model });
      if (done < total) waiting.push(person);
      else complete.set(person, epoch);
    }
    await served.servedOf(waiting);
  }

  // Delayed like the look after a start, so that the first page is served before it.
  served.onTaken((person) => {
    setTimeout(() => {
      if (!closing.signal.aborted && served.serves(person)) indexerOf(person).wake();
    }, recoverAfterMs).unref();
  });
  served.onLost((person) => {
    endings.get(person)?.abort(new Error('Another server serves the person.'));
    endings.delete(person);
    indexers.delete(person);
  });
  embedders.onChange((person) => indexers.get(person)?.restart());

  return {
    /** Call it after a person's passages may have changed. */
    wake: (person: string) => indexerOf(person).wake(),
    /** The progress of indexing a person's library for search by meaning: the overview's `meaning`. */
    progressOf: async (person: string) => {
      const indexer = indexerOf(person);
      const { embedder, serving, isComplete, done, total, waitingSources, leftBytes } = await indexer.now();
      return {
        model: serving?.model.name ?? null,
        isEmbedded: embedder.isEmbedded,
        done,
        total,
        waitingSources,
        problem: indexer.problem(),
        isChanging: !isComplete && serving !== null && serving.model.key !== embedder.model.key,
        leftBytes,
      };
    },
    /**
     * The vectors for search: those of the current model, or while these are incomplete those of an earlier one, if it
     * has more passages and can still be called. Null before there are any.
     */
    servingOf: async (person: string) => {
      const { serving, waitingSources } = await indexerOf(person).now();
      return serving && { embedder: serving, waitingSources };
    },
    /** Deletes the stored vectors of models that are no longer chosen. */
    freeLeft: (person: string) => indexerOf(person).freeLeft(),
    /** Continues the unfinished work of the previous process. Returns at once. */
    recover() {
      recovering = setTimeout(
        () => void wakeAll().catch((error: unknown) => deps.logError('The library could not be indexed', error)),
        recoverAfterMs,
      ).unref();
      return Promise.resolve();
    },
    /** Takes over people whose passages another server left without vectors, a few at a time. */
    lookForLeft() {
      looking ??= takeLeft()
        .catch((error: unknown) => {
          if (!closing.signal.aborted) deps.logError('Texts to embed could not be looked up', error);
        })
        .finally(() => (looking = undefined));
    },
    async close() {
      clearTimeout(recovering);
      closing.abort(new Error('The server is stopping.'));
      await looking;
      await Promise.all([...indexers.values()].map((indexer) => indexer.ended()));
    },
  };
}
