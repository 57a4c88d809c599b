import { useMutation } from '@tanstack/react-query';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { useKeptNotice } from '#library/from-conversations/web/use-kept-notice.ts';
import type { AddedSources } from '#library/sources/protocol.ts';

import type { ChatControls } from '../chat-context.ts';

/**
 * Keeps the messages of a chat between two of them, both included. The server reads them: the page has the latest
 * alone.
 */
export function useKeepRange({ session, range }: Pick<ChatControls, 'session' | 'range'>) {
  const notifyKept = useKeptNotice();
  const toast = useToast();
  return useMutation({
    mutationFn: (ends: { readonly from: string; readonly to: string }) =>
      api<AddedSources>('POST', `/api/sessions/${session}/chat/keep`, ends),
    async onSuccess({ results: [kept] }) {
      range.choose(null);
      if (kept) await notifyKept(kept);
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
}
