import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { type Notice, useToast } from '#elements/web/toast.tsx';
import { lastActionQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import { SEARCH_KEY } from '../../search/web/queries.ts';
import { LIBRARY_KEY } from '../../storage/web/library-key.ts';

/** Reads the library again after a change of the person, and says what was done with a button that takes it back. */
export function useLibraryChanged(): (words: string, action?: Notice['action']) => Promise<void> {
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  return useCallback(
    async (words, action) => {
      // Without the action the toast has no button; the change is still among the recent ones.
      const last = await queries.fetchQuery(lastActionQuery).catch(() => null);
      toast({
        text: words,
        isForEveryPage: true,
        ...(action && { action }),
        ...(last && { undo: () => undo(last.id) }),
      });
      await Promise.all([LIBRARY_KEY, SEARCH_KEY].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
    [queries, toast, undo],
  );
}
