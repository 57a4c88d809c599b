import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { lastActionQuery, takeBack } from './queries.ts';

/** Takes back the last action and says which one it was. */
export function useUndo(): () => void {
  const queries = useQueryClient();
  const toast = useToast();
  const isUnderWay = useRef(false);
  return useCallback(() => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const undo = async () => {
      const last = await queries.fetchQuery(lastActionQuery);
      if (!last) return toast({ text: 'There is nothing to undo.' });
      try {
        const { undone } = await takeBack(last.id);
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
  }, [queries, toast]);
}
