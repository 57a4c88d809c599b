import { useMemo } from 'react';

import type { TranscriptLine } from '#session/web/transcript/rows/rows.ts';

import type { Hole } from '../../protocol.ts';
import { lineOf } from './line-id.ts';
import { VisitLine } from './visit-line.tsx';

interface VisitActions {
  readonly read: (holeId: string) => void;
  /** Null if the host keeps no findings. */
  readonly keep: ((holeId: string) => void) | null;
  /** Null if no hole can be entered any more. */
  readonly enter: ((holeId: string, topic: string) => void) | null;
}

/** A line for each finished visit at its place on the trunk. A hole's actions are on its last line. */
export function useVisitLines(holes: readonly Hole[], { read, keep, enter }: VisitActions): readonly TranscriptLine[] {
  return useMemo(
    () =>
      holes
        .flatMap(({ id, topic, visits, hasFindings }) =>
          visits
            .filter(({ exitedSeq }) => exitedSeq !== null)
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
                    {...(isLast && hasFindings && keep && { onKeep: () => keep(id) })}
                    {...(isLast && enter && { onEnter: () => enter(id, topic) })}
                  />
                ),
              };
            }),
        )
        .toSorted((one, other) => one.seq - other.seq),
    [holes, read, keep, enter],
  );
}
