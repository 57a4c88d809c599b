import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { RelatedSources } from '../../sources/protocol.ts';
import { LIBRARY_KEY } from '../../storage/web/library-key.ts';

export function relatedQuery(sourceId: string) {
  return queryOptions({
    queryKey: [LIBRARY_KEY, 'related', sourceId],
    queryFn: async () => (await api<RelatedSources>('GET', `/api/library/sources/${sourceId}/related`)).related,
  });
}
