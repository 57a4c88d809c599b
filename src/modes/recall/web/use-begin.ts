import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { useToast } from '#elements/web/toast.tsx';
import type { SessionSummary } from '#session/protocol.ts';
import { api, messageOf } from '#session/web/api.ts';
import { newId } from '#session/web/new-id.ts';

interface Begin {
  readonly begin: (setId: string) => void;
  readonly isBeginning: boolean;
}

/** Begins a session on a set, or goes on with the one that is not over yet. */
export function useBegin(): Begin {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: (setId: string) => api<SessionSummary>('POST', '/api/sessions', { id: newId(), mode: 'recall', setId }),
    onSuccess: async ({ session }) => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      await navigate({ to: '/session/$sessionId', params: { sessionId: session } });
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return { begin: mutate, isBeginning: isPending };
}
