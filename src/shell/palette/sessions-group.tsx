import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';
import { ModeIcon } from '#session/web/contribution/mode-icon.tsx';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

const MAX_SESSIONS = 20;

/** The latest sessions of every mode. */
export function SessionsGroup({ choose }: PaletteGroupsProps) {
  const navigate = useNavigate();
  const { data: sessions = [] } = useQuery(sessionsQuery);
  if (sessions.length === 0) return null;
  const shown = sessions.slice(0, MAX_SESSIONS);
  return (
    <PaletteGroup heading="Sessions">
      {shown.map(({ session, mode, title, status }) => (
        <PaletteItem
          key={session}
          value={`session ${title} ${session}`}
          onSelect={choose(() => navigate({ to: sessionPath(session) }))}
        >
          <ModeIcon mode={mode} among={shown} />
          <span dir="auto" className="truncate">
            {title}
          </span>
          <span className="ml-auto text-xs text-ink-faint">{status === 'complete' ? 'finished' : status}</span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
