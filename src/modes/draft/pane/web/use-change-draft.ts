import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import { DRAFTS_KEY } from './queries.ts';

/**
 * Changes a draft through a path below it. Resolves with the answer; null if it failed, after telling the person why.
 */
export type ChangeDraft = <Answer>(
  method: 'PATCH' | 'POST' | 'DELETE',
  path: '' | `/${string}`,
  body?: object,
) => Promise<Answer | null>;

export function useChangeDraft(draftId: string): ChangeDraft {
  const queries = useQueryClient();
  const toast = useToast();
  return useCallback(
    async <Answer>(method: 'PATCH' | 'POST' | 'DELETE', path: string, body?: object) => {
      try {
        const answer = await api<Answer>(method, `/api/drafts/${draftId}${path}`, body);
        await queries.invalidateQueries({ queryKey: [DRAFTS_KEY] });
        return answer;
      } catch (error) {
        toast({ text: messageOf(error) });
        return null;
      }
    },
    [draftId, queries, toast],
  );
}
