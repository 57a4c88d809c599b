import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#session/web/api.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import type { SetSummary } from '../../protocol.ts';
import { setQuery } from '../queries.ts';
import { forgetCounts } from './set-cache.ts';

/** Deletes a set, with ten seconds to take it back. Resolves to whether it was deleted. */
export function useRemoveSet(): (set: Pick<SetSummary, 'id' | 'isSample'>) => Promise<boolean> {
  const queries = useQueryClient();
  const toast = useToast();
  return useCallback(
    async ({ id, isSample }) => {
      const refresh = () => {
        forgetCounts(queries);
        void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      };
      try {
        await api('DELETE', `/api/recall/sets/${id}`);
      } catch (error) {
        toast({ text: messageOf(error) });
        return false;
      }
      queries.removeQueries({ queryKey: setQuery(id).queryKey });
      refresh();
      const undo = async () => {
        try {
          await api('POST', `/api/recall/sets/${id}/restore`);
        } catch (error) {
          toast({ text: messageOf(error) });
        }
        refresh();
      };
      toast({ text: isSample ? 'Sample removed.' : 'Set deleted.', undo: () => void undo() });
      return true;
    },
    [queries, toast],
  );
}
