import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { lastActionQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import { setQuery } from '../queries.ts';
import { forgetCounts } from '../set-cache.ts';

/** Shows added points on the page, and says so with a button that takes them back. */
export function usePointsAdded(setId: string): (words: string, added: number) => Promise<void> {
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  return useCallback(
    async (words, added) => {
      forgetCounts(queries);
      await queries.invalidateQueries({ queryKey: setQuery(setId).queryKey });
      // Without the action the toast has no button; the change is still among the recent ones.
      const last = added > 0 ? await queries.fetchQuery(lastActionQuery).catch(() => null) : null;
      const actionId = last?.kind === 'points-added' ? last.id : null;
      toast({ text: words, ...(actionId !== null && { undo: () => undo(actionId) }) });
    },
    [queries, setId, toast, undo],
  );
}
