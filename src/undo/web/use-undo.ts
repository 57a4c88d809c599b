import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { lastActionQuery, takeBack } from './queries.ts';

/** Takes back an action, the last one if no id is given, and says which one it was. */
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
          // Anything on the page may have changed, so everything is refetched.
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
