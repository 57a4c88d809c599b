import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { giveTyped, keepTyping } from '#elements/web/focus/typed-ahead.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionSummary } from '#session/protocol.ts';
import { draftKey, keepMessageDraft } from '#session/web/composer/draft.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import { newId } from '#session/web/new-id.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import type { SourceChoice, Voice } from '../../protocol.ts';

/** The choices of a new session; absent ones have their defaults. */
interface ExploreBeginning extends Partial<SourceChoice> {
  readonly voice?: Voice | undefined;
  /** The initial text of the composer. */
  readonly words?: string;
  /** Sent as the first message at once. */
  readonly question?: string;
}

interface BeginExplore {
  readonly begin: (beginning: ExploreBeginning, options?: { readonly onError?: () => void }) => void;
  readonly isBeginning: boolean;
}

export function useBeginExplore(): BeginExplore {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const client = useLiveClient();
  const { mutate, isPending } = useMutation({
    onMutate: keepTyping,
    async mutationFn({ words, question, ...beginning }: ExploreBeginning) {
      const begun = await api<SessionSummary>('POST', '/api/sessions', { id: newId(), mode: 'explore', ...beginning });
      if (words !== undefined) keepMessageDraft(draftKey(begun.session, TRUNK), words);
      if (question !== undefined) client.say(begun.session, question);
      return begun;
    },
    onSuccess: async ({ session }) => {
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      await navigate({ to: '/session/$sessionId', params: { sessionId: session } });
    },
    onError: (error) => {
      giveTyped();
      toast({ text: messageOf(error) });
    },
  });
  return { begin: mutate, isBeginning: isPending };
}
