import { useMemo } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import type { TranscriptLine } from '#session/web/transcript/rows/rows.ts';

import type { Hole } from '../../protocol.ts';
import { lineOf } from './line-id.ts';
import { VisitLine } from './visit-line.tsx';

interface VisitActions {
  readonly read: (holeId: string) => void;
  readonly keep: (holeId: string) => void;
  /** Null if no hole can be entered any more. */
  readonly enter: ((holeId: string, topic: string) => void) | null;
}

/**
 * Lines for the finished visits at their places on a thread: the trunk, or the branch that an earlier version of a message
 * moved to, from which no hole is entered. A hole's actions are on its last line there.
 */
export function useVisitLines(
  holes: readonly Hole[],
  { read, keep, enter }: VisitActions,
): (thread: string) => readonly TranscriptLine[] {
  return useMemo(() => {
    const linesOn = (thread: string) =>
      holes
        .flatMap(({ id, topic, visits, hasFindings }) =>
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
                    onRead={() => read(id)}
                    {...(isLast && hasFindings && { onKeep: () => keep(id) })}
                    {...(isLast && thread === TRUNK && enter && { onEnter: () => enter(id, topic) })}
                  />
                ),
              };
            }),
        )
        .toSorted((one, other) => one.seq - other.seq);
    const onTrunk = linesOn(TRUNK);
    return (thread) => (thread === TRUNK ? onTrunk : linesOn(thread));
  }, [holes, read, keep, enter]);
}
