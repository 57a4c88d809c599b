import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api } from '#http-client/web/api.ts';

import type { PreferencesAnswer } from '../protocol.ts';
import { preferencesQuery } from './queries.ts';

/** Sets the browser's time zone until the person has chosen one. */
export function useOwnTimeZone(): void {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (!data || data.isChosen || data.timeZone === timeZone) return;
    const { isChosen: _, ...defaults } = data;
    // If the server does not know this zone, it keeps its own, and the person can choose in Settings.
    api<PreferencesAnswer>('PUT', '/api/preferences', { ...defaults, timeZone }).then(
      (saved) => {
        queries.setQueryData(preferencesQuery.queryKey, saved);
        void queries.invalidateQueries();
      },
      () => undefined,
    );
  }, [data, queries]);
}
