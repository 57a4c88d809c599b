import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

const MAX_RECENT = 12;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The latest explore sessions with their last lines. Renders nothing before the first one. */
export function RecentExplorations() {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const explorations = sessions.filter(({ mode }) => mode === 'explore').slice(0, MAX_RECENT);
  if (explorations.length === 0) return null;
  return (
    <section className="mt-8">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-sm font-semibold">Recent explorations</h2>
        <Link to="/drafts" className="text-sm text-ink-faint underline underline-offset-2 hover:text-ink">
          All drafts
        </Link>
      </div>
      <ul className="mt-2">
        {explorations.map(({ session, title, lastLine, updatedAt }) => (
          <li key={session} className="relative border-t border-line py-2.5 last:border-b">
            <div className="flex items-baseline gap-3">
              <Link
                to={sessionPath(session)}
                dir="auto"
                className="min-w-0 flex-1 truncate text-left font-[550] after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
              <time
                dateTime={new Date(updatedAt).toISOString()}
                className="text-xs whitespace-nowrap text-ink-faint tabular-nums"
              >
                {DAY.format(updatedAt)}
              </time>
            </div>
            {lastLine !== '' && (
              <p dir="auto" className="truncate text-left text-sm text-ink-soft">
                {lastLine}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
