import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { type Notice, useToast } from '#elements/web/toast.tsx';

import { lastActionQuery } from './queries.ts';
import { useUndo } from './use-undo.ts';

/** Says what the person has just done, with a button that takes their last action back. */
export function useNotifyUndoable(): (notice: Omit<Notice, 'undo'>) => Promise<void> {
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  return useCallback(
    async (notice) => {
      // Without the action the toast has no button; the change is still among the recent ones.
      const last = await queries.fetchQuery(lastActionQuery).catch(() => null);
      toast({ ...notice, ...(last && { undo: () => undo(last.id) }) });
    },
    [queries, toast, undo],
  );
}
