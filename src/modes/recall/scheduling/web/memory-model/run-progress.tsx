import { figure } from '#elements/web/text/figures.ts';

import type { ModelRun } from '../../protocol.ts';

/** The progress of a fit or of a move. */
export function RunProgress({ run }: { readonly run: ModelRun }) {
  if (run.status === 'moved')
    return (
      <p className="mt-4 text-sm text-ink-soft">
        {run.isBack ? 'What was moved is back where it was' : 'What was scheduled was moved'}
        {run.isWhole ? '.' : ', as far as it had come when it was cancelled.'}
      </p>
    );
  const progress = progressOf(run);
  if (!progress) return null;
  return (
    <div className="mt-4">
      <label className="block text-sm" htmlFor="run-progress">
        {progress.words}
      </label>
      <progress id="run-progress" value={progress.share} max={1} className="mt-1 h-1.5 w-full accent-(--accent)" />
    </div>
  );
}

function progressOf(run: ModelRun): { words: string; share: number } | null {
  if (run.status === 'running') return { words: 'Fitting to your reviews', share: run.progress };
  if (run.status !== 'moving') return null;
  const { done, total, isBack } = run;
  const what = isBack ? 'Moving back what was scheduled' : 'Moving what is scheduled';
  return { words: `${what}, ${figure(done)} of ${figure(total)} points`, share: total === 0 ? 0 : done / total };
}
