import { Link } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';

import type { SetSummary } from '../protocol.ts';
import { standing } from './readiness.ts';
import { RemoveSample } from './remove-sample.tsx';
import { useBegin } from './use-begin.ts';

export function SetLine({ set }: { readonly set: SetSummary }) {
  const { begin, isBeginning } = useBegin();
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-3">
      <div className="min-w-[min(100%,180px)] flex-1">
        <Link
          id={`set-${set.id}`}
          to="/recall/$setId"
          params={{ setId: set.id }}
          dir="auto"
          className="font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {set.title}
        </Link>
        <div className="text-sm text-ink-faint">{set.isSample ? `A sample. ${standing(set)}` : standing(set)}</div>
      </div>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3.5 gap-y-2">
        {set.isSample && <RemoveSample set={set} />}
        {set.points > 0 && (
          <Button aria-describedby={`set-${set.id}`} disabled={isBeginning} onClick={() => begin(set.id)}>
            {set.openSession === null ? 'Begin' : 'Continue'}
          </Button>
        )}
      </span>
    </li>
  );
}
