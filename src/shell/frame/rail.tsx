import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { contributionsOf, usePageComposition } from '#session/web/contribution/page-composition.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { useTodayParts } from '../today/use-today-parts.ts';
import { agentsLine } from './agents-line.ts';
import { placesOf, TODAY, useCurrentPlace } from './places.ts';
import { recentOf, RecentSessions, ROW } from './recent-sessions.tsx';

/** The places, the recent sessions, and the agents that answer. */
export function Rail({ onOpenPalette }: { readonly onOpenPalette: () => void }) {
  const { pathname } = useLocation();
  const places = placesOf(usePageComposition());
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const recent = recentOf(sessions, pathname);
  // One row is selected: an open session's own, or else its place.
  const isListed = recent.some(({ session }) => pathname === sessionPath(session));
  const place = useCurrentPlace(pathname);
  const current = isListed ? undefined : place;
  return (
    <nav aria-label="Main" className="hidden min-h-0 flex-col border-r border-line px-3 py-4 wide:flex">
      <div className="flex items-center justify-between pb-2 pl-2.5">
        <span className="font-serif text-[1.05rem] leading-none font-semibold tracking-[-0.01em]">Warren</span>
        <IconButton label="Go to (Ctrl/Cmd-K)" aria-keyshortcuts="Control+K Meta+K" onClick={onOpenPalette}>
          <Icon of={Search} />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto">
        {places.map(({ to, label, icon, Count }) => (
          <Link key={to} to={to} aria-current={to === current ? 'page' : undefined} className={ROW}>
            <Icon of={icon} />
            {label}
            {to === TODAY.to && <Ready />}
            {Count && (
              <span className="ml-auto text-xs text-ink-faint tabular-nums">
                <Count />
              </span>
            )}
          </Link>
        ))}
        <RecentSessions sessions={recent} />
      </div>
      <Agents />
    </nav>
  );
}

/** The number of things ready on Today, once there has been a session. */
function Ready() {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const ready = useTodayParts().flatMap(({ part, data }) => (data === undefined ? [] : part.ready(data)));
  const some = ready.filter(({ count }) => count > 0);
  if (some.length === 0 || sessions.length === 0) return null;
  return (
    <span className="ml-auto text-xs text-ink-faint tabular-nums">
      <span aria-hidden="true">{shown(some.reduce((sum, { count }) => sum + count, 0))}</span>
      <span className="sr-only">{some.map(({ count, words }) => `${shown(count)} ${words}`).join(', ')}</span>
    </span>
  );
}

function shown(count: number): string {
  return count.toLocaleString('en-GB');
}

/** The agents that answer, over all modes. */
function Agents() {
  const queries = contributionsOf(usePageComposition()).flatMap(({ agents }) => agents ?? []);
  const agents = useQueries({ queries }).flatMap(({ data }) => data ?? []);
  if (agents.length === 0) return null;
  return (
    <Link
      to="/settings/models"
      className="block rounded-small p-2.5 text-xs leading-normal text-ink-faint hover:text-ink"
    >
      {agentsLine(agents).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </Link>
  );
}
