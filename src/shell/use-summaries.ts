import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { LiveClient } from '#session/web/client/live-client.ts';
import { contributionsOf, usePageComposition } from '#session/web/contribution/page-composition.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

/** Keeps the list of sessions current, and lets every slice say which of its queries a change or news make stale. */
export function useSummaries(client: LiveClient): void {
  const queries = useQueryClient();
  const composition = usePageComposition();
  useEffect(
    () =>
      client.onSummary((changed) => {
        const known = queries.getQueryData(sessionsQuery.queryKey);
        const before = known?.find(({ session }) => session === changed.session);
        if (known && before)
          queries.setQueryData(
            sessionsQuery.queryKey,
            known.map((held) => (held === before ? changed : held)).sort((a, b) => b.updatedAt - a.updatedAt),
          );
        // A new session, or one that is not listed: only the server knows which.
        else if (known) void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
        for (const { staleAfter } of contributionsOf(composition))
          for (const queryKey of staleAfter?.(changed, before) ?? []) void queries.invalidateQueries({ queryKey });
      }),
    [client, queries, composition],
  );
  useEffect(
    () =>
      client.onNews((news) => {
        for (const { staleAfterNews } of contributionsOf(composition))
          for (const queryKey of staleAfterNews?.(news) ?? []) void queries.invalidateQueries({ queryKey });
      }),
    [client, queries, composition],
  );
}
