import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { NotificationsAnswer } from '../protocol.ts';

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => api<NotificationsAnswer>('GET', '/api/notifications'),
});
