import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import { LIBRARY_KEY } from '../../storage/web/library-key.ts';

/** Sends one change of sources, says what was done with an undo, and reads the library again. Resolves to whether it was done. */
export function useSourceChange(): (path: `/api/${string}`, body: object, done: string | null) => Promise<boolean> {
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  return useCallback(
    async (path, body, done) => {
      try {
        await api('POST', path, body);
      } catch (error) {
        toast({ text: messageOf(error) });
        return false;
      }
      void queries.invalidateQueries({ queryKey: [LIBRARY_KEY] });
      if (done !== null) toast({ text: done, undo: () => undo(), isForEveryPage: true });
      return true;
    },
    [queries, toast, undo],
  );
}
