import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { count } from '#elements/web/text/figures.ts';
import { api } from '#http-client/web/api.ts';
import type { SourceProps } from '#session/web/contribution/contribution.ts';

import type { PointsOfSource } from '../../protocol.ts';

/** Lists the sets that have points from a source. Renders nothing if there are none. */
export function MadeOfSource({ sourceId }: SourceProps) {
  const { data: sets } = useQuery(pointsOfSourceQuery(sourceId));
  if (!sets || sets.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold text-ink-soft">What came of it</h3>
      <ul className="flex flex-col gap-1 [overflow-wrap:anywhere]">
        {sets.map(({ setId, title, points }) => (
          <li key={setId}>
            {`${count(points.length, 'point')} of `}
            <Link
              to="/recall/$setId"
              params={{ setId }}
              dir="auto"
              className="underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-accent"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function pointsOfSourceQuery(sourceId: string) {
  return queryOptions({
    queryKey: ['recall-points-of-source', sourceId],
    queryFn: async () => (await api<PointsOfSource>('GET', `/api/recall/sources/${sourceId}/points`)).sets,
    // Other pages can add and delete points.
    staleTime: 0,
  });
}
