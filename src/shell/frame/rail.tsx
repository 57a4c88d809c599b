import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { figure } from '#elements/web/text/figures.ts';
import { BUILT_IN } from '#kernel/built-in.ts';
import type { SessionSummary } from '#session/protocol.ts';
import { useContributed } from '#session/web/contribution/contributed.tsx';
import type { AnsweringAgent } from '#session/web/contribution/contribution.ts';
import { ModeIcon } from '#session/web/contribution/mode-icon.tsx';
import { usePageComposition } from '#session/web/contribution/page-composition.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { useTodayParts } from '../today/use-today-parts.ts';
import { placesOf, TODAY, useCurrentPlace } from './places.ts';

const ROW =
  'flex min-h-[34px] items-center gap-2.5 rounded-small px-2.5 py-1.5 text-ink-soft transition-colors duration-(--fast) hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-[550] aria-[current=page]:text-ink';
const MAX_RECENT = 8;

/** The places, the recent sessions, and the agents that answer. */
export function Rail({ onOpenPalette }: { readonly onOpenPalette: () => void }) {
  const { pathname } = useLocation();
  const places = placesOf(usePageComposition());
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const recent = recentOf(sessions, pathname);
  // One row is selected: the open session, or else the current place.
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

/** The number of items that are ready on Today, after the first session. */
function Ready() {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const ready = useTodayParts().flatMap(({ part, data }) => (data === undefined ? [] : part.ready(data)));
  const some = ready.filter(({ count }) => count > 0);
  if (some.length === 0 || sessions.length === 0) return null;
  return (
    <span className="ml-auto text-xs text-ink-faint tabular-nums">
      <span aria-hidden="true">{figure(some.reduce((sum, { count }) => sum + count, 0))}</span>
      <span className="sr-only">{some.map(({ count, words }) => `${figure(count)} ${words}`).join(', ')}</span>
    </span>
  );
}

function Agents() {
  const agents = useQueries({ queries: useContributed((contribution) => contribution.agents) }).flatMap(
    ({ data }) => data ?? [],
  );
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

/** Names the answering agents and where messages are sent, in two short lines. */
export function agentsLine(agents: readonly AnsweringAgent[]): readonly string[] {
  const destinations = distinct(agents.flatMap(({ destination }) => destination ?? []));
  const models = distinct(agents.flatMap(({ embedded, name }) => (embedded ? [] : name)));
  if (models.length === 0) return [BUILT_IN, 'Everything stays on this machine'];
  const isMixed = agents.some(({ embedded }) => embedded);
  return [
    isMixed ? `${models.join(', ')} and built in` : models.join(', '),
    `What you say goes to ${destinations.join(' and ')}`,
  ];
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/**
 * The latest sessions of all modes. Of sessions with the same title only the latest is listed, or the one that is open
 * on the page.
 */
export function recentOf(sessions: readonly SessionSummary[], pathname: string): readonly SessionSummary[] {
  const open = sessions.filter(({ session }) => pathname === sessionPath(session));
  const seen = new Set(open.map(nameOf));
  const first = sessions.filter((each) => open.includes(each) || (!seen.has(nameOf(each)) && seen.add(nameOf(each))));
  return first.slice(0, MAX_RECENT);
}

function nameOf({ mode, title }: SessionSummary): string {
  return `${mode} ${title}`;
}

function RecentSessions({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  const { pathname } = useLocation();
  if (sessions.length === 0) return null;
  return (
    <>
      <h2 className="px-2.5 pt-6 pb-1.5 text-xs leading-none font-medium text-ink-faint">Recent</h2>
      {sessions.map(({ session, mode, title }) => (
        <Link
          key={session}
          to={sessionPath(session)}
          aria-current={pathname === sessionPath(session) ? 'page' : undefined}
          title={title}
          className={ROW}
        >
          <ModeIcon mode={mode} among={sessions} />
          <span dir="auto" className="min-w-0 truncate text-left">
            {title}
          </span>
        </Link>
      ))}
    </>
  );
}
