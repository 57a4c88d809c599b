import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, BookmarkCheck } from 'lucide-react';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MESSAGE_BUTTON } from '#session/web/transcript/rows/message-button.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import type { AddedSources, NewSource } from '../../sources/protocol.ts';
import { LIBRARY_KEY } from '../../storage/web/library-key.ts';
import { useOpenSource } from '../../storage/web/use-open-source.ts';
import type { KeptSources } from '../protocol.ts';

function keptQuery(session: string) {
  return queryOptions({
    queryKey: [LIBRARY_KEY, 'kept', session],
    queryFn: async () => (await api<KeptSources>('GET', `/api/library/kept?session=${session}`)).kept,
  });
}

/** Keeps a message as a source, or opens the source that it was kept as. */
export function KeepButton({ session, messageId, thread, text }: MessageActionProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const open = useOpenSource();
  const { data: kept } = useQuery(keptQuery(session));
  const sourceId = kept?.find((each) => each.messageId === messageId)?.sourceId;
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const from = { session, messageId, ...(thread !== 'trunk' && { holeId: thread }) };
      const source: NewSource = { content: text, from };
      return api<AddedSources>('POST', '/api/library/sources', { sources: [source] });
    },
    onSuccess({ results: [result] }) {
      void queries.invalidateQueries({ queryKey: [LIBRARY_KEY] });
      if (!result) return;
      const show = { label: 'Open', run: () => open(result.source.id) };
      if (result.outcome === 'existing')
        toast({ text: `You have this already: “${result.source.title}”`, action: show });
      else toast({ text: `Kept as “${result.source.title}”`, action: show, undo: () => undo() });
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  const isKept = sourceId !== undefined;
  const label = isKept ? 'Open the source' : 'Keep as source';
  const Shape = isKept ? BookmarkCheck : Bookmark;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => {
        if (isKept) open(sourceId);
        else if (!isPending) mutate();
      }}
      className={isKept ? MESSAGE_BUTTON.replaceAll('opacity-0', 'opacity-100') : MESSAGE_BUTTON}
    >
      <Shape size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
