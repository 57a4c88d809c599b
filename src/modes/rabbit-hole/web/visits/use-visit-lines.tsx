import { ArrowDownToDot } from 'lucide-react';
import { useMemo } from 'react';

import { Button } from '#elements/web/button.tsx';
import { count } from '#elements/web/text/figures.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { TranscriptLine } from '#session/web/transcript/rows/rows.ts';

import { timeIn } from '../../domain/rabbithole-state.ts';
import type { Hole, Visit } from '../../protocol.ts';
import { lasting } from '../words.ts';
import { lineOf } from './line-id.ts';

interface VisitActions {
  readonly read: (holeId: string) => void;
  readonly keep: (holeId: string) => void;
  /** Null if no hole can be entered any more. */
  readonly enter: ((holeId: string, topic: string) => void) | null;
  /** Restores cut messages; null if that is no longer possible. */
  readonly restore: ((holeId: string) => void) | null;
}

/**
 * Lines for the finished visits at their places on a thread: the trunk, or the branch of an earlier version of a
 * message, from which no hole can be entered or restored. A hole's actions are on its last line there.
 */
export function useVisitLines(
  holes: readonly Hole[],
  { read, keep, enter, restore }: VisitActions,
): (thread: string) => readonly TranscriptLine[] {
  return useMemo(() => {
    const linesOn = (thread: string) =>
      holes
        .flatMap(({ id, topic, visits, hasFindings, cut }) =>
          visits
            .filter(({ exitedSeq, branch = TRUNK }) => exitedSeq !== null && branch === thread)
            .map((visit, index, ended): TranscriptLine => {
              const isLast = index === ended.length - 1;
              return {
                id: lineOf(visit),
                seq: visit.enteredSeq,
                content: (
                  <VisitLine
                    topic={topic}
                    visit={visit}
                    isCut={cut !== undefined && visit === visits[0]}
                    onRead={() => read(id)}
                    {...(isLast && hasFindings && { onKeep: () => keep(id) })}
                    {...(isLast && thread === TRUNK && enter && { onEnter: () => enter(id, topic) })}
                    {...(cut && visits.length === 1 && thread === TRUNK && restore && { onRestore: () => restore(id) })}
                  />
                ),
              };
            }),
        )
        .toSorted((one, other) => one.seq - other.seq);
    const onTrunk = linesOn(TRUNK);
    return (thread) => (thread === TRUNK ? onTrunk : linesOn(thread));
  }, [holes, read, keep, enter, restore]);
}

interface VisitLineProps {
  readonly topic: string;
  readonly visit: Visit;
  /** The hole was cut from messages of the trunk. */
  readonly isCut: boolean;
  readonly onRead: () => void;
  /** Absent if a later line of the same hole has it, or without findings. */
  readonly onKeep?: () => void;
  /** Absent on a branch, and in a finished session. */
  readonly onEnter?: () => void;
  /** Absent unless its messages can be restored. */
  readonly onRestore?: () => void;
}

/** A visit from this place of the trunk: topic, time and result. */
function VisitLine({ topic, visit, isCut, onRead, onKeep, onEnter, onRestore }: VisitLineProps) {
  return (
    <section
      aria-label={`Explored: ${topic}`}
      className="border-l border-dashed border-line-strong pl-4 text-sm text-ink-soft"
    >
      <p className="flex items-baseline gap-2 [overflow-wrap:anywhere]">
        <ArrowDownToDot size={14} strokeWidth={1.6} aria-hidden="true" className="relative top-[2px] shrink-0" />
        <span className="min-w-0">{isCut ? cutWords(topic, visit) : visitWords(topic, visit)}</span>
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
          <Button look="quiet" aria-label={`${isCut ? 'Enter' : 'Enter again'}: ${topic}`} onClick={onEnter}>
            {isCut ? 'Enter' : 'Enter again'}
          </Button>
        )}
        {onRestore && (
          <Button look="quiet" aria-label={`Put back: ${topic}`} onClick={onRestore}>
            Put back
          </Button>
        )}
      </div>
    </section>
  );
}

function visitWords(topic: string, visit: Visit) {
  return (
    <>
      You explored <Topic name={topic} /> for {lasting(timeIn(visit))}.{recalledIn(visit)}
    </>
  );
}

function cutWords(topic: string, visit: Visit) {
  return (
    <>
      You took <Topic name={topic} /> out as a tangent.{recalledIn(visit)}
    </>
  );
}

function Topic({ name }: { readonly name: string }) {
  return (
    <b className="font-[550] text-ink">
      <bdi>{name}</bdi>
    </b>
  );
}

function recalledIn({ pointsRecalled }: Visit): string {
  return pointsRecalled > 0 ? ` ${count(pointsRecalled, 'point')} recalled.` : '';
}
