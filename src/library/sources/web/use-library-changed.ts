import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import type { Notice } from '#elements/web/toast.tsx';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import { refreshLibrary } from '../../search/web/queries.ts';

/** Reloads the library after a change by the person, and shows a notice with an undo button. */
export function useLibraryChanged(): (words: string, action?: Notice['action']) => Promise<void> {
  const queries = useQueryClient();
  const tell = useNotifyUndoable();
  return useCallback(
    async (words, action) => {
      await tell({ text: words, isForEveryPage: true, ...(action && { action }) });
      await refreshLibrary(queries);
    },
    [queries, tell],
  );
}
