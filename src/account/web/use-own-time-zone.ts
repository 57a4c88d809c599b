import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api } from '#http-client/web/api.ts';

import type { PreferencesAnswer } from '../protocol.ts';
import { preferencesQuery } from './queries.ts';

/** Until a person has chosen, their days are those of the browser's time zone, not of the server's. */
export function useOwnTimeZone(): void {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (!data || data.isChosen || data.timeZone === timeZone) return;
    const { isChosen: _, ...defaults } = data;
    // Where the server does not know this zone, its own stays, and Settings lets the person choose.
    api<PreferencesAnswer>('PUT', '/api/preferences', { ...defaults, timeZone }).then(
      (saved) => {
        queries.setQueryData(preferencesQuery.queryKey, saved);
        void queries.invalidateQueries();
      },
      () => undefined,
    );
  }, [data, queries]);
}
