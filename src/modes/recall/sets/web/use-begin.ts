import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { giveTyped, keepTyping } from '#elements/web/focus/typed-ahead.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, ApiProblem, messageOf } from '#http-client/web/api.ts';
import type { SessionSummary } from '#session/protocol.ts';
import { newId } from '#session/web/new-id.ts';

import { setQuery, setsQuery, todayQuery } from './queries.ts';

interface Begin {
  /** With `tags`, the session asks only for points that have one of them. */
  readonly begin: (setId: string, tags?: readonly string[]) => void;
  readonly beginAll: (tags?: readonly string[]) => void;
  readonly isBeginning: boolean;
}

interface Beginning {
  /** Null for all ready sets. */
  readonly setId: string | null;
  /** Sets the set to active first. */
  readonly activate?: true;
  /** Begins even if today's limit is reached. */
  readonly anyway?: true;
  readonly tags?: readonly string[] | undefined;
}

async function beginSession({ setId, activate, anyway, tags }: Beginning): Promise<SessionSummary> {
  if (setId === null) return api('POST', '/api/sessions', { id: newId(), mode: 'recall', allDue: true, tags });
  if (activate) await api('PATCH', `/api/recall/sets/${setId}`, { status: 'active' });
  return api('POST', '/api/sessions', { id: newId(), mode: 'recall', setId, tags, ...(anyway && { anyway }) });
}

/** Begins a session on a set, or continues the open one. */
export function useBegin(): Begin {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: beginSession,
    onMutate: keepTyping,
    onSuccess: async ({ session }, { setId, activate }) => {
      // The sets of an open session are not ready. The list of sessions can include it before its summary arrives.
      const stale = [...(activate && setId !== null ? [setQuery(setId)] : []), setsQuery, todayQuery];
      for (const queryKey of [['sessions'], ...stale.map((query) => query.queryKey)])
        void queries.invalidateQueries({ queryKey });
      await navigate({ to: '/session/$sessionId', params: { sessionId: session } });
    },
    onError: (error, { setId, tags }) => {
      giveTyped();
      const reason = error instanceof ApiProblem ? error.detail.reason : undefined;
      const text = messageOf(error);
      if (reason === 'set-paused' || reason === 'set-archived')
        toast({ text, action: { label: 'Make active and begin', run: () => mutate({ setId, tags, activate: true }) } });
      else if (reason === 'daily-limit')
        toast({ text, action: { label: 'Begin anyway', run: () => mutate({ setId, tags, anyway: true }) } });
      else toast({ text });
    },
  });
  return {
    begin: (setId, tags) => mutate({ setId, tags }),
    beginAll: (tags) => mutate({ setId: null, tags }),
    isBeginning: isPending,
  };
}
