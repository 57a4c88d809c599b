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
        if (known && before)
          queries.setQueryData(
            sessionsQuery.queryKey,
            known.map((held) => (held === before ? changed : held)).sort((a, b) => b.updatedAt - a.updatedAt),
          );
        // A new one, or one that is not to be listed: only the server knows.
        else if (known) void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
        if (before?.status === changed.status && !changed.needsYou) return;
        void queries.invalidateQueries({ queryKey: ['today'] });
        void queries.invalidateQueries({ queryKey: ['recall-sets'] });
      }),
    [client, queries],
  );
}
