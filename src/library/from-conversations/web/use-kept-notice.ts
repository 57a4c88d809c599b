import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { api } from '#http-client/web/api.ts';
import { TRUNK } from '#session/domain/thread.ts';

import type { AddedSources } from '../../sources/protocol.ts';
import { useLibraryChanged } from '../../sources/web/use-library-changed.ts';
import { useOpenSource } from '../../storage/web/use-open-source.ts';

/** Reports the source that something was kept as, with buttons to open it and to undo. */
export function useKeptNotice(): (kept: AddedSources['results'][number]) => Promise<void> {
  const changed = useLibraryChanged();
  const toast = useToast();
  const open = useOpenSource();
  return useCallback(
    async ({ source: { id, title }, outcome }) => {
      const action = { label: 'Open', run: () => open(id) };
      if (outcome === 'existing') toast({ text: `You have this already: “${title}”`, action });
      else await changed(`Kept as “${title}”`, action);
    },
    [changed, toast, open],
  );
}

interface SaidWords {
  readonly session: string;
  readonly thread: string;
  readonly text: string;
  /** Id of the message if the text is a whole message; undefined for a part of one. */
  readonly messageId?: string;
}

/** Keeps words of an agent as a source, or finds the source that they were already kept as. */
export async function keepWords({ session, thread, text, messageId }: SaidWords) {
  const from = {
    session,
    ...(messageId !== undefined && { messageId }),
    ...(thread !== TRUNK && { holeId: thread }),
  };
  const { results } = await api<AddedSources>('POST', '/api/library/sources', { sources: [{ content: text, from }] });
  const [result] = results;
  if (!result) throw new Error('The words were not kept.');
  return result;
}
