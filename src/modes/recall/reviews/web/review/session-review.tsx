import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Card } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { dueLabel } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import type { LastAction } from '#undo/protocol.ts';

import type { DisputedGrade } from '../../../scheduling/protocol.ts';
import { forgetCounts } from '../../../sets/web/set-cache.ts';
import type { DisputeAnswer, SessionReview } from '../../protocol.ts';
import { reviewQuery } from '../queries.ts';
import { gradeName } from './grade-words.ts';
import { PointLine } from './point-line.tsx';
import { type ReviewedPoint, reviewGroups, reviewSummary } from './review-groups.ts';

interface ReviewProps {
  readonly sessionId: string;
  readonly onQuote: (point: ReviewedPoint) => void;
  /** The point whose words were viewed; it gets the focus. */
  readonly cameFrom: string | null;
}

/** The result of a session: how each point was recalled, by which words, its grade and its due date. */
export function SessionReviewPanel({ sessionId, onQuote, cameFrom }: ReviewProps) {
  const { data, error, refetch } = useQuery(reviewQuery(sessionId));
  const dispute = useDispute(sessionId);
  const { show, isShowing } = useShow(sessionId);
  const groups = useRef<HTMLDivElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    if (!isThere || cameFrom === null) return;
    const quote = document.querySelector(`[data-quote-of="${CSS.escape(cameFrom)}"]`);
    if (quote instanceof HTMLElement) quote.focus();
  }, [isThere, cameFrom]);
  if (error && !data) return <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <QuietLoading />;
  const hidden = data.points.filter(({ text }) => text === null).map(({ pointId }) => pointId);
  const numbers = new Map(data.points.map(({ pointId }, index) => [pointId, index + 1]));
  return (
    <>
      <p className="mt-4 text-sm text-ink-soft min-[901px]:hidden">{reviewSummary(data)}</p>
      {hidden.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-x-2 text-sm text-ink-faint">
          <p title={COMES_BACK}>{hiddenWords(hidden.length)}</p>
          {hidden.length > 1 && (
            <Button
              look="quiet"
              className="-mx-3"
              title={COMES_BACK}
              isBusy={isShowing}
              onClick={() => {
                show(hidden);
                // The button will disappear, so the focus moves to the points.
                groups.current?.focus({ preventScroll: true });
              }}
            >
              Show all
            </Button>
          )}
        </div>
      )}
      <div ref={groups} tabIndex={-1} className="mt-6 flex flex-col gap-4 outline-none">
        {reviewGroups(data).map(({ title, points }) => (
          <Card key={title} title={title} aside={<span className="tabular-nums">{points.length}</span>}>
            <ul>
              {points.map((point) => (
                <PointLine
                  key={point.pointId}
                  point={point}
                  number={numbers.get(point.pointId) ?? 0}
                  today={data.today}
                  isShowing={isShowing}
                  onShow={(pointId) => show([pointId])}
                  onGrade={(grade) => dispute({ point, grade })}
                  onQuote={onQuote}
                />
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <p className="mt-4 max-w-[62ch] text-sm text-ink-faint">
        A grade that is wrong can be changed; the schedule follows. Ctrl-Z takes it back.
      </p>
    </>
  );
}

const COMES_BACK = 'What you look at here comes back tomorrow.';

/** Why points are hidden. */
function hiddenWords(points: number): string {
  const what = points === 1 ? 'One point is hidden' : `${points} points are hidden`;
  return `${what}, still to be recalled.`;
}

interface Show {
  readonly show: (pointIds: readonly string[]) => void;
  readonly isShowing: boolean;
}

/** Shows hidden points of a finished session; they are then not asked for today. */
function useShow(session: string): Show {
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

interface Dispute {
  readonly point: Pick<ReviewedPoint, 'reviewId' | 'pointId'>;
  readonly grade: DisputedGrade;
}

/** Disputes a grade, or grades an undecided point: recomputes the card and shows the new due date. Undo reverts it. */
function useDispute(session: string): (dispute: Dispute) => void {
  const queries = useQueryClient();
  const toast = useToast();
  const { queryKey } = reviewQuery(session);
  /** Refetches only queries that show due dates. */
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
    async mutationFn({ point: { reviewId, pointId }, grade }: Dispute) {
      const graded = reviewId === null ? `sessions/${session}/points/${pointId}` : `reviews/${reviewId}`;
      const answer = await api<DisputeAnswer>('POST', `/api/recall/${graded}/dispute`, { rating: grade });
      const { last } = await api<LastAction>('GET', '/api/undo');
      const kind = reviewId === null ? 'card-answered' : 'grade-disputed';
      return { answer, isNew: reviewId === null, undoId: last?.kind === kind ? last.id : null };
    },
    onSuccess({ answer, isNew, undoId }) {
      if (isNew) void queries.invalidateQueries({ queryKey });
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
