import { useId } from 'react';

import type { DisputedGrade } from '../../../grades/protocol.ts';
import { dueLabel } from '../../when.ts';
import { GradeMenu } from './grade-menu.tsx';
import { gradeName, reasonOf } from './grade-words.ts';
import type { ReviewedPoint } from './review-groups.ts';

interface PointLineProps {
  readonly point: ReviewedPoint;
  readonly now: number;
  readonly onDispute: (reviewId: string, grade: DisputedGrade) => void;
  /** Goes to the words in the conversation. */
  readonly onQuote: (point: ReviewedPoint) => void;
}

/** One point: by which words it was credited, what it was graded, when it comes back. */
export function PointLine({ point, now, onDispute, onQuote }: PointLineProps) {
  const id = useId();
  const { text, quote, messageId, reviewId, rating, originalRating, nextDueAt } = point;
  const reason = reasonOf(point);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line py-3 first:border-t-0 last:pb-0">
      <div className="min-w-0">
        <p id={id} dir="auto" className="font-serif text-read leading-normal [overflow-wrap:anywhere]">
          {text}
        </p>
        {quote !== null && messageId !== null && (
          <p className="mt-0.5 text-sm text-ink-soft">
            You said{' '}
            <a
              href={`#${messageId}`}
              data-quote-of={point.pointId}
              onClick={(event) => {
                event.preventDefault();
                onQuote(point);
              }}
              title="Show it in the conversation"
              className="rounded-small text-accent-text underline decoration-line-strong underline-offset-2 hover:decoration-current [overflow-wrap:anywhere]"
            >
              “<bdi>{quote}</bdi>”
            </a>
          </p>
        )}
        {reason !== null && <p className="mt-0.5 text-sm text-ink-faint">{reason}</p>}
      </div>
      <div className="flex flex-col items-end text-sm">
        {reviewId !== null && (
          <GradeMenu
            grade={rating ?? 'not-reviewed'}
            labelledBy={id}
            onChoose={(chosen) => onDispute(reviewId, chosen)}
          />
        )}
        {nextDueAt !== null && <span className="text-ink-faint tabular-nums">back {dueLabel(nextDueAt, now)}</span>}
        {originalRating !== null && rating !== originalRating && (
          <span className="text-xs text-ink-faint">was {gradeName(originalRating)}</span>
        )}
      </div>
    </li>
  );
}
