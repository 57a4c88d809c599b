import { Button } from '#elements/web/button.tsx';

import type { SourceDetail } from '../../sources/protocol.ts';
import { useReading } from '../../sources/web/list/use-reading.ts';

/** That the source is still being read, or why it could not be. */
export function SourceState({ source }: { readonly source: SourceDetail }) {
  const ask = useReading();
  const { id, state, progress, problem } = source;
  if (state === 'read') return null;
  if (state === 'waiting')
    return (
      <output className="mb-4 block">
        <div className="h-1 overflow-hidden rounded-full bg-sunken">
          <div className="h-full bg-accent" style={{ width: `${(progress?.done ?? 0) * 100}%` }} />
        </div>
        <p className="mt-1.5 flex items-center gap-2 text-sm text-ink-faint">
          {progress ? `Reading, ${progress.words}` : 'Waiting to be read'}
          <Button look="quiet" onClick={() => ask(id, 'cancel')}>
            Cancel
          </Button>
        </p>
      </output>
    );
  return (
    <div role="note" className="mb-4 border-l-2 border-warn pl-4">
      <p>{problem?.message ?? 'Reading was cancelled.'}</p>
      {problem && <p className="text-ink-soft">{problem.remedy}</p>}
      <Button className="mt-2" onClick={() => ask(id, 'read-again')}>
        Read again
      </Button>
    </div>
  );
}
