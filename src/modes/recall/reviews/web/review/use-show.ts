import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import { forgetCounts } from '../../../sets/web/set-cache.ts';
import type { SessionReview } from '../../protocol.ts';
import { reviewQuery } from '../queries.ts';

interface Show {
  readonly show: (pointIds: readonly string[]) => void;
  readonly isShowing: boolean;
}

/** Shows hidden points of a finished session; they are then not asked for today. */
export function useShow(session: string): Show {
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: (pointIds: readonly string[]) =>
      api<SessionReview>('POST', `/api/recall/sessions/${session}/review/shown`, { pointIds }),
    onSuccess(review) {
      queries.setQueryData(reviewQuery(session).queryKey, review);
      void queries.invalidateQueries({ queryKey: ['recall-set'] });
      forgetCounts(queries);
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return { show: mutate, isShowing: isPending };
}
