import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import type { Tangent } from '../../protocol.ts';
import { counted, lasting } from '../words.ts';
import { HoleConversation } from './hole-reading.tsx';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export function dayWords(at: number): string {
  return DAY.format(at);
}

interface TangentLineProps {
  readonly tangent: Tangent;
  /** There is nothing else to read, so the conversation is shown directly. */
  readonly isAlone?: boolean;
  /** No heading names its subject. */
  readonly isNamed?: boolean;
}

/** One tangent: when, in which session, its result, and its conversation on request. */
export function TangentLine({ tangent, isAlone = false, isNamed = false }: TangentLineProps) {
  const [isOpen, setOpen] = useState(isAlone);
  const readingId = useId();
  const day = dayWords(tangent.at);
  const wasFollowed = tangent.visits > 0;
  return (
    <li className="border-t border-line py-1 first:border-t-0">
      <div className="flex items-start gap-x-3 text-sm">
        <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 py-[7px]">
          {isNamed && (
            <span dir="auto" className="basis-full font-serif text-read leading-snug [overflow-wrap:anywhere]">
              {tangent.topic}
            </span>
          )}
          <span className="shrink-0 text-ink-soft tabular-nums">{day}</span>
          <Link
            to="/session/$sessionId"
            params={{ sessionId: tangent.session }}
            className="min-w-0 truncate text-accent-text underline underline-offset-2"
          >
            <span className="sr-only">Session </span>
            <bdi>{tangent.sessionTitle}</bdi>
          </Link>
          {!isNamed && <span className="text-ink-faint tabular-nums wide:ml-auto">{outcome(tangent)}</span>}
        </div>
        {wasFollowed && (
          <Button
            look="quiet"
            className="-mr-3"
            aria-expanded={isOpen}
            aria-controls={readingId}
            aria-label={`${isOpen ? 'Close' : 'Read'} ${tangent.topic}, ${day}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Close' : 'Read'}
          </Button>
        )}
      </div>
      <div id={readingId}>
        {isOpen && wasFollowed && (
          <div className="pt-1 pb-3">
            <HoleConversation holeId={tangent.id} />
          </div>
        )}
      </div>
    </li>
  );
}

function outcome({ status, visits, spentMs, pointsRecalled }: Tangent): string {
  if (visits === 0) return 'not followed';
  const often = visits === 1 ? '' : `${counted(visits, 'visit')}, `;
  const recalled = pointsRecalled === 0 ? '' : `, ${counted(pointsRecalled, 'point')} recalled`;
  return status === 'entered' ? `${often}open now` : `${often}${lasting(spentMs)}${recalled}`;
}
