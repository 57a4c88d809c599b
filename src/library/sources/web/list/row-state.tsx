import { Button } from '#elements/web/button.tsx';

import type { SourceSummary } from '../../../storage/protocol.ts';
import { ProgressBar } from '../../../storage/web/progress-bar.tsx';

interface RowStateProps {
  readonly source: SourceSummary;
  /** The element with the title. */
  readonly titleId: string;
  readonly onCancel: () => void;
  readonly onReadAgain: () => void;
}

/** How far a source is read, or why it could not be; nothing for one that was read. */
export function RowState({ source, titleId, onCancel, onReadAgain }: RowStateProps) {
  const { state, progress, problem, title } = source;
  if (state === 'read') return null;
  if (state === 'waiting')
    return (
      <div className="mt-1 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <ProgressBar label={`Reading ${title}`} done={progress?.done ?? null} />
          <p className="mt-1 text-xs text-ink-faint tabular-nums">
            {progress ? `reading, ${progress.words}` : 'waiting to be read'}
          </p>
        </div>
        <Button look="quiet" className="relative -mr-3" aria-describedby={titleId} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  return (
    <div className="flex items-center gap-3">
      <p className="min-w-0 flex-1 text-sm text-ink-soft">
        {state === 'stopped' && 'Reading was cancelled.'}
        {state === 'failed' && <span className="text-bad">{problem?.message ?? 'This could not be read.'}</span>}
        {state === 'failed' && problem && ` ${problem.remedy}`}
      </p>
      <Button look="quiet" className="relative -mr-3" aria-describedby={titleId} onClick={onReadAgain}>
        Read again
      </Button>
    </div>
  );
}
