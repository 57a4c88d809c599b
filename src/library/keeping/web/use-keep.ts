import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { AddedSources, KeptFrom, NewSource } from '../../sources/protocol.ts';
import { LIBRARY_KEY } from '../../storage/web/library-key.ts';
import { useOpenSource } from '../../storage/web/use-open-source.ts';
import type { KeptSources } from '../protocol.ts';
import { useTellKept } from './use-tell-kept.ts';

function keptQuery(session: string) {
  return queryOptions({
    queryKey: [LIBRARY_KEY, 'kept', session],
    queryFn: async () => (await api<KeptSources>('GET', `/api/library/kept?session=${session}`)).kept,
  });
}

/** Keeps what was said as a source. `sourceId`: the one that it was kept as, undefined if it was not. */
export function useKeep(from: KeptFrom) {
  const { session, messageId = null, holeId = null, lastMessageId = null } = from;
  const tellKept = useTellKept();
  const toast = useToast();
  const open = useOpenSource();
  const { data: kept } = useQuery(keptQuery(session));
  const isSame = (each: KeptSources['kept'][number]) =>
    each.messageId === messageId &&
    each.lastMessageId === lastMessageId &&
    (messageId !== null || each.holeId === holeId);
  const { mutate: keep, isPending } = useMutation({
    mutationFn: (words: Pick<NewSource, 'title' | 'content'>) =>
      api<AddedSources>('POST', '/api/library/sources', { sources: [{ ...words, from }] }),
    async onSuccess({ results: [result] }) {
      if (result) await tellKept(result);
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return { sourceId: kept?.find(isSame)?.sourceId, isPending, keep, open };
}
