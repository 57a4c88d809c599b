import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { HoleReading, TangentHistory } from '../../protocol.ts';

export function holeQuery(holeId: string) {
  return queryOptions({
    queryKey: ['rabbithole', holeId],
    queryFn: () => api<HoleReading>('GET', `/api/rabbitholes/${holeId}`),
  });
}

export function tangentsQuery(subjectId: string) {
  return queryOptions({
    queryKey: ['rabbitholes-of', subjectId],
    queryFn: () => api<TangentHistory>('GET', `/api/subjects/${subjectId}/rabbitholes`),
  });
}
