import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';

import { ModeIcon } from '#session/web/contribution/mode-icon.tsx';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { ROW } from './rail-row.ts';
import { whenShort } from './when-short.ts';

const MAX_RECENT = 8;

/** The latest sessions of every mode. */
export function RecentSessions() {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const { pathname } = useLocation();
  if (sessions.length === 0) return null;
  const recent = sessions.slice(0, MAX_RECENT);
  const titles = recent.map(({ title }) => title);
  // The time tells sessions of the same title apart.
  const repeated = new Set(titles.filter((title, index) => titles.indexOf(title) !== index));
  return (
    <>
      <h2 className="px-2.5 pt-6 pb-1.5 text-xs leading-none font-medium text-ink-faint">Recent</h2>
      {recent.map(({ session, mode, title, updatedAt }) => (
        <Link
          key={session}
          to={sessionPath(session)}
          aria-current={pathname === sessionPath(session) ? 'page' : undefined}
          title={title}
          className={ROW}
        >
          <ModeIcon mode={mode} among={recent} />
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
