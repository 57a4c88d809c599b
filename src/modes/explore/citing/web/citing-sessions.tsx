import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { count } from '#elements/web/text/figures.ts';
import { api } from '#http-client/web/api.ts';
import type { SourceProps } from '#session/web/contribution/contribution.ts';
import { sessionPath } from '#session/web/session-path.ts';

import type { CitingSessions as Answer } from '../../protocol.ts';

function citingSessionsQuery(sourceId: string) {
  return queryOptions({
    queryKey: ['explore', 'citing', sourceId],
    queryFn: async () => (await api<Answer>('GET', `/api/explore/sources/${sourceId}/sessions`)).sessions,
  });
}

/** The sessions that cited a source. Renders nothing without any. */
export function CitingSessions({ sourceId }: SourceProps) {
  const { data: sessions } = useQuery(citingSessionsQuery(sourceId));
  if (!sessions || sessions.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold text-ink-soft">Sessions that cited it</h3>
      <ul className="flex flex-col gap-1 [overflow-wrap:anywhere]">
        {sessions.map(({ session, title, citations }) => (
          <li key={session}>
            <Link
              to={sessionPath(session)}
              dir="auto"
              className="underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-accent"
            >
              {title}
            </Link>
            <span className="text-ink-faint">{`, ${count(citations, 'time')}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
