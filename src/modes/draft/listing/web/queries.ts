import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import { DRAFTS_KEY } from '../../pane/web/queries.ts';
import type { DraftSummary } from '../../protocol.ts';

const listed = async (query: string) =>
  (await api<{ drafts: readonly DraftSummary[] }>('GET', `/api/drafts${query}`)).drafts;

/** Of all sessions, the latest first. */
export const allDraftsQuery = queryOptions({ queryKey: [DRAFTS_KEY, 'all'], queryFn: () => listed('') });

/** Those that are ready and not published. */
export const readyDraftsQuery = { queryKey: [DRAFTS_KEY, 'ready'], queryFn: () => listed('?status=ready') };
