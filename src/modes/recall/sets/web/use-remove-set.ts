import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import type { SetSummary } from '../protocol.ts';
import { setQuery } from './queries.ts';
import { forgetCounts } from './set-cache.ts';

/** Deletes a set and offers undo for ten seconds. Resolves to whether the set was deleted. */
export function useRemoveSet(): (set: Pick<SetSummary, 'id' | 'title'>) => Promise<boolean> {
  const queries = useQueryClient();
  const toast = useToast();
  const removed = useRef(new Set<string>());
  return useCallback(
    async ({ id, title }) => {
      if (removed.current.has(id)) return false;
      removed.current.add(id);
      const refresh = () => {
        forgetCounts(queries);
        void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      };
      try {
        await api('DELETE', `/api/recall/sets/${id}`);
      } catch (error) {
        removed.current.delete(id);
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
        removed.current.delete(id);
        // The set's own page may be open and must show that the set is gone.
        void queries.invalidateQueries({ queryKey: setQuery(id).queryKey });
        refresh();
      };
      // The page of the deleted set closes at once, so the notice must survive the navigation.
      toast({ text: `Deleted “${title}”`, undo: () => void undo(), isForEveryPage: true });
      return true;
    },
    [queries, toast],
  );
}
