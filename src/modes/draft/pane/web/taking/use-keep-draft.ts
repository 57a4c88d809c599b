import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { useKeptNotice } from '#library/from-conversations/web/use-kept-notice.ts';
import type { AddedSources } from '#library/sources/protocol.ts';
import { useLibraryChanged } from '#library/sources/web/use-library-changed.ts';
import type { TextActionProps } from '#session/web/contribution/contribution.ts';

interface KeepDraft {
  readonly isPending: boolean;
  /** Says as which source. */
  readonly keep: () => Promise<void>;
  readonly keepFor: TextActionProps['keep'];
}

/** Keeps a version as a source of the person’s own, or finds the one that it was kept as. */
export function useKeepDraft(draftId: string, number: number): KeepDraft {
  const notify = useKeptNotice();
  const changed = useLibraryChanged();
  const toast = useToast();
  const { mutateAsync, isPending } = useMutation({
    async mutationFn() {
      const { results } = await api<AddedSources>('POST', `/api/drafts/${draftId}/keep`, { number });
      const [result] = results;
      if (!result) throw new Error('The draft was not kept.');
      return result;
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  // The person has been told why it failed.
  const kept = useCallback(() => mutateAsync().catch(() => null), [mutateAsync]);
  const keep = useCallback(async () => {
    const result = await kept();
    if (result) await notify(result);
  }, [kept, notify]);
  const keepFor = useCallback(async () => {
    const result = await kept();
    if (!result) return null;
    const { source, outcome } = result;
    if (outcome === 'added') await changed(`Kept as “${source.title}”`);
    return { sourceId: source.id, title: source.title };
  }, [kept, changed]);
  return { isPending, keep, keepFor };
}
