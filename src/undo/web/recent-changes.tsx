import { useQuery } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';

import { recentActionsQuery } from './queries.ts';
import { useUndo } from './use-undo.ts';

const MAX_SHOWN = 5;
const WHEN = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export function RecentChanges() {
  const { data: actions } = useQuery(recentActionsQuery);
  const undo = useUndo();
  if (!actions) return null;
  if (actions.length === 0) return <p className="text-ink-soft">There is nothing to undo.</p>;
  return (
    <ul>
      {actions.slice(0, MAX_SHOWN).map(({ id, label, at }) => (
        <li key={id} className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
          <div className="min-w-0 flex-1">
            <div id={`change-${id}`} dir="auto" className="text-left [overflow-wrap:anywhere]">
              {label}
            </div>
            <div className="text-sm text-ink-faint tabular-nums">{WHEN.format(at)}</div>
          </div>
          <Button aria-describedby={`change-${id}`} onClick={() => undo(id)}>
            Undo
          </Button>
        </li>
      ))}
    </ul>
  );
}
