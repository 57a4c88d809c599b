import { useMutation, useQueryClient } from '@tanstack/react-query';

import { dueLabel } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import type { LastAction } from '#undo/protocol.ts';

import type { DisputedGrade } from '../../../scheduling/protocol.ts';
import type { DisputeAnswer } from '../../protocol.ts';
import { reviewQuery } from '../queries.ts';
import { gradeName } from './grade-words.ts';

interface Dispute {
  readonly reviewId: string;
  readonly grade: DisputedGrade;
}

/** Disputes a grade: the card is recomputed and the new due date shown. Undo reverts it. */
export function useDispute(session: string): (dispute: Dispute) => void {
  const queries = useQueryClient();
  const toast = useToast();
  const { queryKey } = reviewQuery(session);
  /** Only queries that show due dates are refetched. */
  const readAnew = () => {
    for (const key of ['today', 'recall-sets', 'recall-set', 'recall-statistics', 'undo'])
      void queries.invalidateQueries({ queryKey: [key] });
  };
  const takeBack = async (actionId: string) => {
    try {
      await api('POST', '/api/undo', { id: actionId });
    } catch (error) {
      toast({ text: messageOf(error) });
    }
    void queries.invalidateQueries({ queryKey });
    readAnew();
  };
  const { mutate } = useMutation({
    async mutationFn({ reviewId, grade }: Dispute) {
      const answer = await api<DisputeAnswer>('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating: grade });
      const { last } = await api<LastAction>('GET', '/api/undo');
      return { answer, undoId: last?.kind === 'grade-disputed' ? last.id : null };
    },
    onSuccess({ answer, undoId }) {
      queries.setQueryData(
        queryKey,
        (review) =>
          review && {
            ...review,
            today: answer.today,
            points: review.points.map((point) =>
              point.reviewId === answer.reviewId
                ? { ...point, rating: answer.rating, nextDueAt: answer.nextDueAt, nextDueDay: answer.nextDueDay }
                : point,
            ),
          },
      );
      const { nextDueDay, today } = answer;
      const back = nextDueDay === null ? 'no longer due' : `back ${dueLabel(nextDueDay, today)}`;
      toast({
        text: `${gradeName(answer.rating)}: ${back}.`,
        ...(undoId !== null && { undo: () => void takeBack(undoId) }),
      });
      readAnew();
    },
    onError(error) {
      toast({ text: messageOf(error) });
      void queries.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}
