import { queryOptions } from '@tanstack/react-query';

import { DRAFTS_KEY, fetchDrafts } from '../../pane/web/queries.ts';

/** Drafts of all sessions, the latest first. */
export const allDraftsQuery = queryOptions({ queryKey: [DRAFTS_KEY, 'all'], queryFn: () => fetchDrafts() });

export const readyDraftsQuery = { queryKey: [DRAFTS_KEY, 'ready'], queryFn: () => fetchDrafts('?status=ready') };
