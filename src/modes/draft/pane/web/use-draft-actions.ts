import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { lastActionQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import type { DraftStatus, DraftSummary } from '../../protocol.ts';
import { useChangeDraft } from './use-change-draft.ts';

interface DraftActions {
  readonly mark: (status: DraftStatus) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Marks and deletes a draft, and says so with the way to take it back. */
export function useDraftActions({ id, title }: Pick<DraftSummary, 'id' | 'title'>): DraftActions {
  const change = useChangeDraft(id);
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const tell = useCallback(
    async (text: string) => {
      // Without the action the toast has no button; the change is still among the recent ones.
      const last = await queries.fetchQuery(lastActionQuery).catch(() => null);
      toast({ text, ...(last && { undo: () => undo(last.id) }) });
    },
    [queries, toast, undo],
  );
  const mark = useCallback(
    async (status: DraftStatus) => {
      if (await change('PATCH', '', { status })) await tell(`Marked “${title}” as ${MARKED_AS[status]}`);
    },
    [change, tell, title],
  );
  const remove = useCallback(async () => {
    if (await change('DELETE', '')) await tell(`Deleted the draft “${title}”`);
  }, [change, tell, title]);
  return { mark, remove };
}

const MARKED_AS: Readonly<Record<DraftStatus, string>> = {
  draft: 'a draft',
  ready: 'ready',
  published: 'published',
};
