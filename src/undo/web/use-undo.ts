import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

import { type Notice, useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { lastActionQuery, takeBack } from './queries.ts';

/** Undoes an action, the last one if no id is given, and names it. */
export function useUndo(): (actionId?: string) => void {
  const queries = useQueryClient();
  const toast = useToast();
  const isUnderWay = useRef(false);
  return useCallback(
    (actionId) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      const undo = async () => {
        const wanted = actionId ?? (await queries.fetchQuery(lastActionQuery))?.id;
        if (wanted === undefined) return toast({ text: 'There is nothing to undo.' });
        try {
          const { undone } = await takeBack(wanted);
          toast({ text: `Undone: ${undone.label}` });
        } finally {
          // Anything on the page can have changed, so everything is refetched.
          void queries.invalidateQueries();
        }
      };
      undo()
        .catch((error: unknown) => toast({ text: messageOf(error) }))
        .finally(() => {
          isUnderWay.current = false;
        });
    },
    [queries, toast],
  );
}

/** Shows the person's latest action, with a button that undoes it. */
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
