import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { agentsQuery } from '#modes/recall/asking/web/queries.ts';
import { todayQuery } from '#modes/recall/sets/web/queries.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { agentsLine } from './agents-line.ts';
import { isCurrent, places } from './places.ts';
import { whenShort } from './when-short.ts';

const MOST_RECENT = 8;
const ROW =
  'flex min-h-[34px] items-center gap-2.5 rounded-small px-2.5 py-1.5 text-ink-soft transition-colors duration-(--fast) hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-[550] aria-[current=page]:text-ink';

/** The places, the sessions of late, and who answers. */
export function Rail({ onOpenPalette }: { readonly onOpenPalette: () => void }) {
  const { pathname } = useLocation();
  const { data: today } = useQuery(todayQuery);
  const { data: agents } = useQuery(agentsQuery);
  return (
    <nav aria-label="Main" className="hidden min-h-0 flex-col border-r border-line px-3 py-4 wide:flex">
      <div className="flex items-center justify-between pb-2 pl-2.5">
        <span className="font-serif text-[1.05rem] leading-none font-semibold tracking-[-0.01em]">Warren</span>
        <IconButton label="Go to (Ctrl/Cmd-K)" aria-keyshortcuts="Control+K Meta+K" onClick={onOpenPalette}>
          <Icon of={Search} />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto">
        {places.map(({ to, label, icon }) => (
          <Link key={to} to={to} aria-current={isCurrent(to, pathname) ? 'page' : undefined} className={ROW}>
            <Icon of={icon} />
            {label}
            {to === '/' && today !== undefined && today.ready > 0 && (
              <span className="ml-auto text-xs text-ink-faint tabular-nums">
                {today.ready.toLocaleString('en-GB')}
                <span className="sr-only"> points are ready</span>
              </span>
            )}
          </Link>
        ))}
        <RecentSessions />
      </div>
      {agents && (
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
      )}
    </nav>
  );
}

function RecentSessions() {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const { pathname } = useLocation();
  if (sessions.length === 0) return null;
  const recent = sessions.slice(0, MOST_RECENT);
  const titles = recent.map(({ title }) => title);
  // Several sessions on one set have its name: when they were tells them apart.
  const repeated = new Set(titles.filter((title, index) => titles.indexOf(title) !== index));
  return (
    <>
      <h2 className="px-2.5 pt-6 pb-1.5 text-xs leading-none font-medium text-ink-faint">Recent</h2>
      {recent.map(({ session, title, updatedAt }) => (
        <Link
          key={session}
          to="/session/$sessionId"
          params={{ sessionId: session }}
          aria-current={pathname === `/session/${session}` ? 'page' : undefined}
          title={title}
          className={ROW}
        >
          <span dir="auto" className="min-w-0 truncate text-left">
            {title}
          </span>
          {repeated.has(title) && (
            <span className="ml-auto shrink-0 text-xs text-ink-faint tabular-nums">{whenShort(updatedAt)}</span>
          )}
        </Link>
      ))}
    </>
  );
}
