import { Link, useLocation } from '@tanstack/react-router';

import type { SessionSummary } from '#session/protocol.ts';
import { ModeIcon } from '#session/web/contribution/mode-icon.tsx';
import { sessionPath } from '#session/web/session-path.ts';

/** The look of a row of the rail. */
export const ROW =
  'flex min-h-[34px] items-center gap-2.5 rounded-small px-2.5 py-1.5 text-ink-soft transition-colors duration-(--fast) hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-[550] aria-[current=page]:text-ink';
const MAX_RECENT = 8;

/**
 * The latest sessions of every mode. Of those with the same title only the latest is listed, or the one that is open on
 * the page.
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

export function RecentSessions({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
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
