import type { Log } from '#session/server/dependencies.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import { areWeights, NEEDED_REVIEWS } from '../../domain/fit.ts';
import type { FitChoice, ModelRun } from '../../protocol.ts';
import { countedReviews } from '../counted-reviews.ts';
import { activeWeightsOf } from '../scheduler-settings.ts';
import { type Fit, type FitOutcome, fitWeights } from './fit-weights.ts';
import { forgetOffers, offerWeights } from './weights-store.ts';

type Needs = Pick<RecallDependencies, 'database' | 'now' | 'newId'> & {
  readonly log: Pick<Log, 'error'>;
  /** The file of the fitting process; tests replace it. */
  readonly processFile?: string;
};
interface Run {
  /** Null until its process has started. */
  fit: Fit | null;
  readonly startedAt: number;
  progress: number;
}
type ReportedRun = Extract<ModelRun, { status: 'running' | 'no-better' | 'failed' }>;

const UNUSABLE = 'The optimiser gave no usable weights. Nothing was changed; your reviews are as they were.';

/** Fits that people started, one per person at a time. A result is offered and never used automatically. */
export function createModelRuns({ database, now, newId, log, processFile }: Needs) {
  const running = new Map<string, Run>();
  const ended = new Map<string, ReportedRun>();

  async function take(person: string, outcome: FitOutcome): Promise<ReportedRun | null> {
    const at = now();
    if (outcome.type === 'too-few') return { status: 'failed', at, message: tooFew(outcome.reviews) };
    if (outcome.type === 'no-better') return { status: 'no-better', at, figures: outcome.figures };
    const { figures, weights } = outcome;
    if (!areWeights(weights)) throw new Error(UNUSABLE, { cause: weights });
    await database.write((trx) => offerWeights(trx, person, { id: newId(), weights, figures, at }));
    return null;
  }

  function follow(person: string, run: Run): void {
    const isOurs = () => running.get(person) === run;
    run.fit?.outcome
      .then((outcome) => (isOurs() ? take(person, outcome) : null))
      .catch((error: unknown): ReportedRun => {
        const failure = error instanceof Error ? error : new Error(String(error));
        if (isOurs()) log.error('fitting a memory model failed', failure.cause ?? failure);
        return { status: 'failed', at: now(), message: failure.message };
      })
      .then((reported) => {
        // A cancelled run reports nothing.
        if (!isOurs()) return;
        running.delete(person);
        if (reported) ended.set(person, reported);
      })
      .catch((error: unknown) => log.error('the end of a fit could not be noted', error));
  }

  return {
    working: (): readonly string[] => [...running.keys()],
    /** The person's latest run; null if there is nothing to report. An offer is in the store instead. */
    of(person: string): ReportedRun | null {
      const run = running.get(person);
      if (run) return { status: 'running', startedAt: run.startedAt, progress: run.progress };
      return ended.get(person) ?? null;
    },
    async start(person: string, choice?: FitChoice): Promise<void> {
      if (running.has(person))
        throw new AppError('refused', 'Your memory model is being fitted already. Wait for it, or cancel it.', {
          reason: 'already-fitting',
        });
      // Set before the first await, so that of two simultaneous starts one is refused.
      const run: Run = { fit: null, startedAt: now(), progress: 0 };
      running.set(person, run);
      ended.delete(person);
      try {
        const { weights } = await activeWeightsOf(database.read, person);
        await database.write((trx) => forgetOffers(trx, person));
        if (running.get(person) !== run) return;
        run.fit = fitWeights(countedReviews(database.read, person, choice), weights, {
          onProgress: (progress) => (run.progress = Math.max(run.progress, progress)),
          ...(processFile !== undefined && { processFile }),
        });
        follow(person, run);
      } catch (error) {
        if (running.get(person) === run) running.delete(person);
        throw error;
      }
    },
    /** Ends a running fit, or dismisses the result of the last one. */
    async cancel(person: string): Promise<void> {
      const run = running.get(person);
      running.delete(person);
      ended.delete(person);
      run?.fit?.cancel();
      await database.write((trx) => forgetOffers(trx, person));
    },
    /** Ends all processes. */
    close(): void {
      for (const { fit } of running.values()) fit?.cancel();
      running.clear();
    },
  };
}

export type ModelRuns = ReturnType<typeof createModelRuns>;

function tooFew(reviews: number): string {
  const held = reviews === 1 ? 'There is 1' : `There are ${reviews}`;
  return `${held} so far that a model could learn from; it needs ${NEEDED_REVIEWS}. Go on recalling and try again later.`;
}
