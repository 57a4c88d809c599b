import { useCallback } from 'react';

import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import type { DraftStatus, DraftSummary } from '../../protocol.ts';
import { useChangeDraft } from './use-change-draft.ts';

/** The next status of a draft, and the label of its button; null for the last status. */
export const NEXT_STATUS: Readonly<
  Record<DraftStatus, { readonly status: DraftStatus; readonly label: string } | null>
> = {
  draft: { status: 'ready', label: 'Mark ready' },
  ready: { status: 'published', label: 'Mark published' },
  published: null,
};

interface DraftActions {
  readonly mark: (status: DraftStatus) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Marks and deletes a draft, and confirms it with an undo. */
export function useDraftActions({ id, title }: Pick<DraftSummary, 'id' | 'title'>): DraftActions {
  const change = useChangeDraft(id);
  const tell = useNotifyUndoable();
  const mark = useCallback(
    async (status: DraftStatus) => {
      if (await change('PATCH', '', { status })) await tell({ text: `Marked “${title}” as ${MARKED_AS[status]}` });
    },
    [change, tell, title],
  );
  const remove = useCallback(async () => {
    if (await change('DELETE', '')) await tell({ text: `Deleted the draft “${title}”` });
  }, [change, tell, title]);
  return { mark, remove };
}

const MARKED_AS: Readonly<Record<DraftStatus, string>> = {
  draft: 'a draft',
  ready: 'ready',
  published: 'published',
};
