import { ArrowDownToDot } from 'lucide-react';

import { Button } from '#elements/web/button.tsx';

import { timeIn } from '../../domain/time-in-hole.ts';
import type { Visit } from '../../protocol.ts';
import { counted, lasting } from '../words.ts';

interface VisitLineProps {
  readonly topic: string;
  readonly visit: Visit;
  readonly onRead: () => void;
  /** Absent if a later line of the same hole has it, or nothing was found. */
  readonly onKeep?: () => void;
  /** Absent there, and in a finished session. */
  readonly onEnter?: () => void;
}

/** What was explored from this place of the trunk, for how long, and with what result. */
export function VisitLine({ topic, visit, onRead, onKeep, onEnter }: VisitLineProps) {
  return (
    <section
      aria-label={`Explored: ${topic}`}
      className="border-l border-dashed border-line-strong pl-4 text-sm text-ink-soft"
    >
      <p className="flex items-baseline gap-2 [overflow-wrap:anywhere]">
        <ArrowDownToDot size={14} strokeWidth={1.6} aria-hidden="true" className="relative top-[2px] shrink-0" />
        <span className="min-w-0">{visitWords(topic, visit)}</span>
      </p>
      <div className="mt-1 -ml-3 flex flex-wrap">
        {onKeep && (
          <Button look="quiet" aria-label={`Keep what I found: ${topic}`} onClick={onKeep}>
            Keep what I found
          </Button>
        )}
        <Button look="quiet" aria-label={`Read: ${topic}`} onClick={onRead}>
          Read
        </Button>
        {onEnter && (
          <Button look="quiet" aria-label={`Enter again: ${topic}`} onClick={onEnter}>
            Enter again
          </Button>
        )}
      </div>
    </section>
  );
}

function visitWords(topic: string, visit: Visit) {
  const { pointsRecalled } = visit;
  const recalled = pointsRecalled > 0 ? ` ${counted(pointsRecalled, 'point')} recalled.` : '';
  return (
    <>
      You explored{' '}
      <b className="font-[550] text-ink">
        <bdi>{topic}</bdi>
      </b>{' '}
      for {lasting(timeIn(visit))}.{recalled}
    </>
  );
}
