import { Link, useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/empty-state.tsx';
import type { SetSummary } from '#modes/recall/protocol.ts';
import { readiness } from '#modes/recall/web/sets/readiness.ts';
import { RemoveSample } from '#modes/recall/web/sets/remove-sample.tsx';
import { useBegin } from '#modes/recall/web/use-begin.ts';

interface ReadySetsProps {
  readonly ready: readonly SetSummary[];
  readonly hasSets: boolean;
  readonly hasUnfinished: boolean;
}

/** The sets with something to recall; the first is the one to begin with. */
export function ReadySets({ ready, hasSets, hasUnfinished }: ReadySetsProps) {
  const navigate = useNavigate();
  const { begin, isBeginning } = useBegin();
  if (!hasSets)
    return (
      <EmptyState
        action={
          <Button look="primary" onClick={() => void navigate({ to: '/recall', search: {} })}>
            Go to Recall
          </Button>
        }
      >
        Recall keeps what you want to remember: make a set, write its points one a line, and Warren asks you for them
        when you are about to forget.
      </EmptyState>
    );
  if (ready.length === 0)
    return (
      <EmptyState>
        {hasUnfinished
          ? 'Everything that is ready is in a session you left.'
          : 'Nothing is ready. You can begin any set again from its page.'}
      </EmptyState>
    );
  return (
    <ul>
      {ready.map((set, index) => (
        <li key={set.id} className="flex items-center gap-3.5 border-t border-line py-2.5 first:border-t-0">
          <div className="min-w-0 flex-1">
            <Link
              id={`ready-${set.id}`}
              to="/recall/$setId"
              params={{ setId: set.id }}
              dir="auto"
              className="block truncate text-left hover:underline"
            >
              {set.title}
            </Link>
            <div className="text-sm text-ink-faint">{readiness(set)}</div>
          </div>
          {set.isSample && <RemoveSample set={set} />}
          <Button
            look={index === 0 ? 'primary' : 'outlined'}
            aria-describedby={`ready-${set.id}`}
            disabled={isBeginning}
            onClick={() => begin(set.id)}
          >
            Begin
          </Button>
        </li>
      ))}
    </ul>
  );
}
