import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { BackupsAnswer } from '../protocol.ts';

const WHILE_UNDER_WAY_MS = 1_000;

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => api<BackupsAnswer>('GET', '/api/backups'),
  refetchInterval: ({ state }) => (state.data?.backups?.isUnderWay ? WHILE_UNDER_WAY_MS : false),
});
