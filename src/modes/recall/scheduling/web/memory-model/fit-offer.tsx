import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import type { ModelRun } from '../../protocol.ts';
import { FitFiguresTable } from './fit-figures.tsx';

interface FitOfferProps {
  readonly run: Extract<ModelRun, { status: 'better' }>;
  readonly isBusy: boolean;
  readonly onUse: (moveDue: boolean) => void;
  readonly onDecline: () => void;
}

/** Fitted weights that predicted better, for the person to accept or decline. */
export function FitOffer({ run, isBusy, onUse, onDecline }: FitOfferProps) {
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
