import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { LiveClient } from '#session/web/client/live-client.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

/** Keeps the list of sessions as the live connection tells it. */
export function useSummaries(client: LiveClient): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      client.onSummary((changed) => {
        const known = queries.getQueryData(sessionsQuery.queryKey);
        const before = known?.find(({ session }) => session === changed.session);
        if (known) {
          const others = known.filter(({ session }) => session !== changed.session);
          queries.setQueryData(
            sessionsQuery.queryKey,
            [changed, ...others].sort((a, b) => b.updatedAt - a.updatedAt),
          );
        }
        if (before?.status === changed.status && !changed.needsYou) return;
        void queries.invalidateQueries({ queryKey: ['today'] });
        void queries.invalidateQueries({ queryKey: ['recall-sets'] });
      }),
    [client, queries],
  );
}
