import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { MemoryModel } from '../protocol.ts';

const POLL_MS = 700;

export const memoryModelQuery = queryOptions({
  queryKey: ['memory-model'],
  queryFn: () => api<MemoryModel>('GET', '/api/recall/memory-model'),
  refetchInterval: ({ state }) => (state.data?.run?.status === 'running' ? POLL_MS : false),
});
