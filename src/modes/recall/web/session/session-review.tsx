import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Card } from '#elements/web/page.tsx';
import { QuietLoading } from '#elements/web/quiet-loading.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { messageOf } from '#session/web/api.ts';

import { reviewQuery } from '../queries.ts';
import { dueLabel } from '../when.ts';
import { type ReviewedPoint, reviewGroups, reviewSentence } from './review-groups.ts';

/** What a session came to: which points came unaided, after a hint or not at all, and when each comes back. */
export function Review({ sessionId }: { readonly sessionId: string }) {
  const [now] = useState(() => Date.now());
  const { data, error, refetch } = useQuery(reviewQuery(sessionId));
  if (error) return <Trouble message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <QuietLoading />;
  return (
    <>
      <p className="mt-1.5 text-ink-soft">{reviewSentence(data)}</p>
      <div className="mt-6 flex flex-col gap-4">
        {reviewGroups(data).map(({ title, points }) => (
          <Card key={title} title={title} aside={<span className="tabular-nums">{points.length}</span>}>
            <ul>
              {points.map((point) => (
                <PointLine key={point.pointId} point={point} now={now} />
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}

function PointLine({ point, now }: { readonly point: ReviewedPoint; readonly now: number }) {
  return (
    <li className="flex items-baseline gap-4 border-t border-line py-2.5 first:border-t-0">
      <span dir="auto" className="min-w-0 flex-1 font-serif text-read leading-normal [overflow-wrap:anywhere]">
        {point.text}
      </span>
      <span className="shrink-0 text-sm text-ink-faint tabular-nums">
        {point.nextDueAt === null ? 'not reviewed' : `back ${dueLabel(point.nextDueAt, now)}`}
      </span>
    </li>
  );
}
