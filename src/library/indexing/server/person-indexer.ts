import { setTimeout as delay } from 'node:timers/promises';

import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';

import type { LibraryProblem } from '../../storage/protocol.ts';
import type { IndexingDependencies } from './dependencies.ts';
import type { MissingPassage } from './find-passages.ts';
import { indexBatch } from './index-batch.ts';
import { look, type Look } from './look.ts';
import { deleteModel, deleteUnused, markAsLeft, unmarkAsLeft } from './store-vectors.ts';

const RETRY_MS = 5_000;
const REPORT_MS = 3_000;
/** A look reads the whole library, so looks take at most a twentieth of the time. */
const LOOK_SHARE = 20;
const MIN_BETWEEN_LOOKS_MS = 250;
const CLEAN_EVERY_MS = 3_600_000;

/** Indexes the library of one person in the background. */
export function createPersonIndexer(deps: IndexingDependencies, person: string, signal: AbortSignal) {
  const { database, embedders, retryMs = RETRY_MS, reportMs = REPORT_MS } = deps;
  const reportLook = createProgressReport({ notify: () => deps.notify(person), everyMs: reportMs });
  let known: Look | undefined;
  let problem: LibraryProblem | null = null;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let lookAgainAt = 0;
  let cleanedAt: number | undefined;
  let setAside: { readonly model: string; readonly hashes: Set<string> } = { model: '', hashes: new Set() };

  function start(): void {
    clearTimeout(retry);
    retry = undefined;
    if (signal.aborted) return;
    isWoken = true;
    running ??= run().finally(() => {
      running = undefined;
      if (isWoken && retry === undefined) start();
    });
  }

  async function run(): Promise<void> {
    try {
      while (isWoken) {
        isWoken = false;
        const found = await lookNow();
        known = found;
        if (found.isComplete) succeeded();
        report(true);
        if (found.isComplete) await tidy(found);
        else await indexAll(found);
      }
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      problem = problemOf(error);
      deps.logError('The library could not be indexed', error);
      report(true);
      retry = setTimeout(start, retryIn(error, { failures, firstMs: retryMs })).unref();
    }
  }

  async function lookNow(): Promise<Look> {
    await delay(Math.max(0, lookAgainAt - performance.now()), undefined, { signal, ref: false });
    const begun = performance.now();
    const embedder = await embedders.of(person);
    if (setAside.model !== embedder.model.key) setAside = { model: embedder.model.key, hashes: new Set() };
    const found = await look(database.read, { person, embedder, embedders, setAside: setAside.hashes });
    const took = performance.now() - begun;
    lookAgainAt = performance.now() + Math.max(MIN_BETWEEN_LOOKS_MS, took * LOOK_SHARE);
    return found;
  }

  /** Embeds the passages that a look has found, until something changes and it is time for the next look. */
  async function indexAll(found: Look): Promise<void> {
    const { embedder, missing } = found;
    const bySource = Map.groupBy(missing, ({ source }) => source);
    const left = new Map([...bySource].map(([source, passages]) => [source, passages.length]));
    const texts = [...Map.groupBy(missing, ({ hash }) => hash).values()];
    for (let from = 0; from < texts.length; from += embedder.batchSize) {
      const passages = texts.slice(from, from + embedder.batchSize).flat();
      const batch = await indexBatch(deps, { person, embedder, passages, signal });
      for (const hash of batch.setAside) setAside.hashes.add(hash);
      succeeded();
      count(batch.done, left);
      report(false);
      if (isWoken && performance.now() >= lookAgainAt) return;
    }
    isWoken = true;
  }

  /** Updates the counts by what was embedded since the last look. */
  function count(done: readonly MissingPassage[], left: Map<string, number>): void {
    if (!known) return;
    let finished = 0;
    for (const { source } of done) {
      const rest = (left.get(source) ?? 0) - 1;
      left.set(source, rest);
      if (rest === 0) finished += 1;
    }
    known = {
      ...known,
      done: known.done + done.length,
      waitingSources: Math.max(0, known.waitingSources - finished),
      serving: known.serving ?? (done.length > 0 ? known.embedder : null),
    };
  }

  function succeeded(): void {
    failures = 0;
    const { size } = setAside.hashes;
    problem = size === 0 || !known ? null : setAsideProblem(size, known.embedder.model.name);
  }

  /** Marks earlier models as left, unless the current one is only a stand-in, and deletes vectors of deleted texts. */
  async function tidy({ embedder, earlier, left, isBack }: Look): Promise<void> {
    const { key } = embedder.model;
    const isDue = cleanedAt === undefined || performance.now() - cleanedAt >= CLEAN_EVERY_MS;
    for (const model of isDue ? [key, ...earlier, ...left] : [])
      // The remaining vectors are counted again.
      if (await deleteUnused(database, { person, model, signal })) isWoken = true;
    if (isDue) cleanedAt = performance.now();
    if (embedder.isStandIn || (earlier.length === 0 && !isBack)) return;
    await markAsLeft(database, { person, models: earlier });
    if (isBack) await unmarkAsLeft(database, { person, model: key });
    isWoken = true;
  }

  async function freeLeft(): Promise<void> {
    const { left } = await lookNow();
    for (const model of left) await deleteModel(database, { person, model, signal });
    deps.onVectors(person);
    known = undefined;
    start();
  }

  function report(isNews: boolean): void {
    if (known) reportLook({ look: known, problem, isNews });
  }

  return {
    /** Call it when there may be work. */
    wake(): void {
      isWoken = true;
      // After a failure, new work also waits for the next attempt.
      if (retry === undefined) start();
    },
    /** Call it when the person's settings have changed: tries again at once. */
    restart(): void {
      lookAgainAt = 0;
      start();
    },
    /** The progress as last read, plus what was counted since. */
    async now(): Promise<Look> {
      if (known) return known;
      const found = await lookNow();
      // The background work may have looked meanwhile.
      return (known ??= found);
    },
    problem: () => problem,
    /** Deletes the stored vectors of models that are no longer chosen. */
    freeLeft,
    /** Resolves when nothing runs any more. */
    ended: async () => {
      clearTimeout(retry);
      await running;
    },
  };
}

export type PersonIndexer = ReturnType<typeof createPersonIndexer>;

const PASSING: readonly ModelFailureKind[] = ['rate-limited', 'overloaded', 'unreachable', 'stalled', 'cut'];

const MAX_RETRY_MS = 10 * 60_000;

function problemOf(error: unknown): LibraryProblem {
  const meanwhile = 'It goes on by itself. Until then, new sources are found by words.';
  if (!(error instanceof ModelFailure))
    return { message: 'The library could not be read for search by meaning: the store failed.', remedy: meanwhile };
  const { failure, message, detail } = error;
  if (PASSING.includes(failure)) return { message, remedy: meanwhile };
  return { message, remedy: `${detail.remedy ?? ''} Until then, new sources are found by words.`.trimStart() };
}

function setAsideProblem(passages: number, model: string): LibraryProblem {
  const what = passages === 1 ? 'One passage' : `${passages.toLocaleString('en')} passages`;
  return { message: `${what} could not be read by ${model}.`, remedy: 'They are found by words.' };
}

/** Time until the next attempt after a number of failures in a row, in milliseconds. */
function retryIn(error: unknown, { failures, firstMs }: { failures: number; firstMs: number }): number {
  const asked = error instanceof ModelFailure ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(MAX_RETRY_MS, firstMs * 2 ** (failures - 1)));
}

interface Reporting {
  readonly notify: () => void;
  /** Minimum time between two reports of mere progress, in milliseconds. */
  readonly everyMs: number;
}

interface Reported {
  readonly look: Look;
  readonly problem: LibraryProblem | null;
  /** News is reported at once; mere progress is throttled. */
  readonly isNews: boolean;
}

/** Reports to the pages what has changed since the last report. */
export function createProgressReport({ notify, everyMs }: Reporting): (reported: Reported) => void {
  let last = '';
  let lastAt = 0;
  let later: NodeJS.Timeout | undefined;
  return function report({ look, problem, isNews }) {
    clearTimeout(later);
    const waitMs = isNews ? 0 : lastAt + everyMs - performance.now();
    if (waitMs > 0) {
      // The next batch may take long.
      later = setTimeout(report, waitMs, { look, problem, isNews: true }).unref();
      return;
    }
    const { done, total, waitingSources, serving, leftBytes } = look;
    const now = JSON.stringify([done, total, waitingSources, serving?.model.key, leftBytes, problem]);
    if (now === last) return;
    last = now;
    lastAt = performance.now();
    notify();
  };
}
