import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { dayAndTime } from '#elements/web/text/day-and-time.ts';
import { ModeIcon } from '#session/web/contribution/mode-icon.tsx';
import { usePageComposition } from '#session/web/contribution/page-composition.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

/** The latest sessions of every mode, those that wait for the person first. */
export function SessionsPage() {
  const read = useQuery(sessionsQuery);
  const { modes } = usePageComposition();
  const sessions = (read.data ?? []).toSorted((one, other) => Number(other.needsYou) - Number(one.needsYou));
  return (
    <Page>
      <PageHeading title="Sessions" />
      <QueryState of={read} />
      {read.data && sessions.length === 0 && (
        <EmptyState>Your latest sessions of every kind are listed here.</EmptyState>
      )}
      <ul className="mt-4">
        {sessions.map(({ session, mode, title, status, lastLine, needsYou, updatedAt }) => (
          <li key={session} className="relative flex items-center gap-3.5 border-t border-line py-2.5 first:border-t-0">
            <ModeIcon mode={mode} among={sessions} />
            <div className="min-w-0 flex-1">
              <Link
                to={sessionPath(session)}
                dir="auto"
                className="block truncate text-left font-[550] after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
              <div className="line-clamp-2 text-sm text-ink-faint">
                {needsYou && <span className="text-warn">Waits for you. </span>}
                {modes[mode]?.place?.label}
                {lastLine !== '' && ', '}
                <bdi>{lastLine}</bdi>
                {status === 'complete' && ', ended'}
              </div>
            </div>
            <span className="text-xs whitespace-nowrap text-ink-faint">{dayAndTime(updatedAt)}</span>
          </li>
        ))}
      </ul>
    </Page>
  );
}
