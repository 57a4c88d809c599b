import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { FitFigures, MemoryModel, MemoryModel as Model, ModelRun } from '../../protocol.ts';

const figure = (value: number | null) => (value === null ? '–' : value.toFixed(4));

const POLL_MS = 700;

const memoryModelQuery = queryOptions({
  queryKey: ['memory-model'],
  queryFn: () => api<MemoryModel>('GET', '/api/recall/memory-model'),
  refetchInterval: ({ state }) => (state.data?.run?.status === 'running' ? POLL_MS : false),
});

const SHORT_DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

const MOVED = {
  all: 'What was scheduled already was moved to them.',
  part: 'Part of what was scheduled already was moved to them, as far as that had come when it was cancelled.',
} as const;

/**
 * The weights that predict memory: the published ones, or fitted to the person. Nothing changes without their
 * consent.
 */
export function MemoryModelPanel() {
  const { data: model, error, refetch } = useQuery(memoryModelQuery);
  if (!model) return error ? <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} /> : null;
  return <KnownModel model={model} />;
}

function KnownModel({ model }: { readonly model: Model }) {
  const queries = useQueryClient();
  const toast = useToast();
  const [leaveOutJudged, setLeaveOutJudged] = useState(false);
  const keep = (changed: Model) => queries.setQueryData(memoryModelQuery.queryKey, changed);
  const failed = (problem: Error) => {
    toast({ text: messageOf(problem) });
    void queries.invalidateQueries({ queryKey: memoryModelQuery.queryKey });
  };
  const fit = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') =>
      api<Model>(method, '/api/recall/memory-model/fit', method === 'POST' ? { leaveOutJudged } : undefined),
    onSuccess: keep,
    onError: failed,
  });
  const use = useMutation({
    mutationFn: (choice: { id: string | null; moveDue: boolean }) =>
      api<Model>('POST', '/api/recall/memory-model/use', choice),
    onSuccess: (changed, { id }) => {
      keep(changed);
      forgetSchedule(queries);
      toast({ text: id === null ? 'The published weights are in use.' : 'Your own weights are in use.' });
    },
    onError: failed,
  });
  const { active, run, reviews, needed } = model;
  const isUnderWay = run?.status === 'running';
  const isBusy = fit.isPending || use.isPending;
  const isEnough = reviews >= needed;
  return (
    <section tabIndex={-1} aria-label="Memory model" className="max-w-[62ch] outline-none">
      <p className="text-ink-soft">
        When a point comes back depends on how fast memory fades. Warren foresees that with weights that were fitted to
        millions of reviews by many people; with enough reviews of your own they can be fitted to you.
      </p>
      <p className="mt-3">
        {active.kind === 'own' && active.since !== null
          ? `Your own weights are in use since ${SHORT_DATE.format(active.since)}.`
          : 'The published weights are in use.'}
        {active.moved !== null && ` ${MOVED[active.moved]}`}
      </p>
      {active.kind === 'own' && active.figures && <FitFiguresTable figures={active.figures} />}
      {isUnderWay && (
        <div className="mt-4">
          <label className="block text-sm" htmlFor="run-progress">
            Fitting to your reviews
          </label>
          <progress id="run-progress" value={run.progress} max={1} className="mt-1 h-1.5 w-full accent-(--accent)" />
        </div>
      )}
      {run?.status === 'no-better' && (
        <>
          <p className="mt-4">
            Weights fitted to you foresaw your later reviews no better than the ones in use: nothing was changed.
          </p>
          <FitFiguresTable figures={run.figures} />
        </>
      )}
      {run?.status === 'failed' && (
        <p role="alert" className="mt-4 text-bad">
          {run.message}
        </p>
      )}
      {run?.status === 'better' && (
        <FitOffer
          run={run}
          isBusy={isBusy}
          onUse={(moveDue) => use.mutate({ id: run.id, moveDue })}
          onDecline={() => fit.mutate('DELETE')}
        />
      )}
      {run?.status !== 'better' && !isUnderWay && isEnough && (
        <label className="mt-4 flex items-start gap-2.5">
          <input
            type="checkbox"
            checked={leaveOutJudged}
            onChange={(event) => setLeaveOutJudged(event.target.checked)}
            className="mt-1 size-4 accent-accent"
          />
          Leave out grades that you judged or changed yourself
        </label>
      )}
      {run?.status !== 'better' && (
        <div className="mt-4 flex flex-wrap items-center gap-2">
          {/* The same button in all states, so that the focus stays on it. */}
          <Button
            disabled={!isUnderWay && !isEnough}
            isBusy={isBusy}
            onClick={() => fit.mutate(isUnderWay ? 'DELETE' : 'POST')}
          >
            {isUnderWay ? 'Cancel' : run === null ? 'Fit to my reviews' : 'Fit again'}
          </Button>
          {active.kind === 'own' && !isUnderWay && (
            <Button look="quiet" isBusy={isBusy} onClick={() => use.mutate({ id: null, moveDue: false })}>
              Go back to the published weights
            </Button>
          )}
        </div>
      )}
      {!isEnough && run === null && (
        <p className="mt-2 text-sm text-ink-faint">
          {`${reviews.toLocaleString('en-GB')} of ${needed} repeated reviews so far: with fewer there is too little to learn from.`}
        </p>
      )}
    </section>
  );
}

/** Invalidates queries that show due dates. */
function forgetSchedule(queries: QueryClient): void {
  for (const key of ['today', 'recall-sets', 'recall-set', 'recall-statistics', 'undo'])
    void queries.invalidateQueries({ queryKey: [key] });
}

interface FitOfferProps {
  readonly run: Extract<ModelRun, { status: 'better' }>;
  readonly isBusy: boolean;
  readonly onUse: (moveDue: boolean) => void;
  readonly onDecline: () => void;
}

/** Fitted weights that predicted better, for the person to accept or decline. */
function FitOffer({ run, isBusy, onUse, onDecline }: FitOfferProps) {
  const [movesDue, setMovesDue] = useState(false);
  return (
    <div className="mt-4">
      <p>
        Weights fitted to you foresaw your later reviews better. The ones offered are fitted to all your reviews, the
        later ones too.
      </p>
      <FitFiguresTable figures={run.figures} />
      <label className="mt-3 flex min-h-[34px] items-center gap-2">
        <input
          type="checkbox"
          checked={movesDue}
          onChange={(event) => setMovesDue(event.target.checked)}
          className="size-4 shrink-0 accent-(--accent)"
        />
        Also move what is scheduled already
      </label>
      <p className="text-sm text-ink-faint">
        Otherwise each point takes the new weights at its next review. Moving may make more points due at once.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="primary" isBusy={isBusy} onClick={() => onUse(movesDue)}>
          Use these
        </Button>
        <Button look="quiet" isBusy={isBusy} onClick={onDecline}>
          Keep what is in use
        </Button>
      </div>
    </div>
  );
}

/** Predictions before and after, on reviews the fit had not seen. */
function FitFiguresTable({ figures }: { readonly figures: FitFigures }) {
  const { before, after, measuredOn, fittedTo } = figures;
  const rows = [
    { name: 'Log loss', help: 'how surprising what came was; less is better', of: 'logLoss' },
    { name: 'RMSE (bins)', help: 'how far chances were off over like reviews; less is better', of: 'rmseBins' },
    { name: 'AUC', help: 'how well known and forgotten were told apart; more is better', of: 'auc' },
  ] as const;
  return (
    <table className="mt-3 w-full text-sm">
      <caption className="mb-2 text-left text-ink-soft">
        {`Fitted to your earlier ${fittedTo.toLocaleString('en-GB')} reviews and measured on the ${measuredOn.toLocaleString('en-GB')} after them:`}
      </caption>
      <thead>
        <tr className="border-b border-line text-left text-ink-faint">
          <th scope="col" className="py-1 font-normal">
            <span className="sr-only">Figure</span>
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-normal">
            before
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-normal">
            fitted
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, help, of }) => (
          <tr key={of} className="border-b border-line align-baseline">
            <th scope="row" className="py-1.5 text-left font-normal">
              {name} <span className="block text-ink-faint">{help}</span>
            </th>
            <td className="py-1.5 pl-4 text-right tabular-nums">{figure(before[of])}</td>
            <td className="py-1.5 pl-4 text-right tabular-nums">{figure(after[of])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
