import { queryOptions } from '@tanstack/react-query';

import { DRAFTS_KEY, fetchDrafts } from '../../pane/web/queries.ts';

/** Of all sessions, the latest first. */
export const allDraftsQuery = queryOptions({ queryKey: [DRAFTS_KEY, 'all'], queryFn: () => fetchDrafts() });

/** Those that are ready and not published. */
export const readyDraftsQuery = { queryKey: [DRAFTS_KEY, 'ready'], queryFn: () => fetchDrafts('?status=ready') };
