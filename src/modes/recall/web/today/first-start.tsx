import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { count } from '#elements/web/text/figures.ts';

import type { SetSummary } from '../../sets/protocol.ts';
import { NewSetDialog } from '../../sets/web/new-set-dialog.tsx';
import { RemoveSample } from '../../sets/web/remove-sample.tsx';
import { useBegin } from '../../sets/web/use-begin.ts';

export const FIRST_SENTENCE =
  'Say what you know in your own words; Warren asks until you have recalled all of it, and brings it back before it fades.';

const ROW = 'flex flex-wrap items-center gap-x-3.5 gap-y-2 py-2';

/** The sample, to begin with or to read first. */
export function TrySample({ sample, minutes }: { readonly sample: SetSummary; readonly minutes: number }) {
  const navigate = useNavigate();
  const { begin, isBeginning } = useBegin();
  const name = `sample-${sample.id}`;
  return (
    <>
      <div className={ROW}>
        <div className="min-w-[min(100%,160px)] flex-1">
          <div id={name} dir="auto" className="text-left">
            {sample.title}
          </div>
          <div className="text-sm text-ink-faint">{`A sample, ${count(sample.points, 'point')}, about ${count(minutes, 'minute')}`}</div>
        </div>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button
            look="quiet"
            className="max-wide:-ml-3"
            onClick={() => void navigate({ to: '/recall/$setId', params: { setId: sample.id } })}
          >
            Read the points first
          </Button>
          <Button look="primary" aria-describedby={name} isBusy={isBeginning} onClick={() => begin(sample.id)}>
            Begin
          </Button>
        </span>
      </div>
      <div className="-ml-3">
        <RemoveSample set={sample} />
      </div>
    </>
  );
}

/** How to begin with points of one's own. */
export function StartWithOwn({ hasPrimary }: { readonly hasPrimary: boolean }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className={ROW}>
      <div className="min-w-[min(100%,140px)] flex-1">
        <div>Points, one a line</div>
        <div className="text-sm text-ink-faint">paste or type them, or paste a text to write them from</div>
      </div>
      <Button look={hasPrimary ? 'primary' : 'outlined'} onClick={() => setAdding(true)}>
        New set
      </Button>
      {isAdding && <NewSetDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
