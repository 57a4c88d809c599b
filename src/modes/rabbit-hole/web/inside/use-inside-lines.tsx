import { useMemo } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';
import type { TranscriptLine } from '#session/web/transcript/rows/rows.ts';

import { rabbitholesOf } from '../use-rabbithole.ts';
import { lineOf } from '../visits/line-id.ts';
import { ForkLine } from './fork-line.tsx';
import { FrozenTrunk } from './frozen-trunk.tsx';

const NONE: readonly TranscriptLine[] = [];

/** The lines above a hole's messages: the frozen trunk and each entry. */
export function useInsideLines(
  { state }: OpenSession,
  question: string,
  read: (thread: string) => void,
): readonly TranscriptLine[] {
  const { openId, holes } = rabbitholesOf(state);
  const visits = holes.find(({ id }) => id === openId)?.visits;
  const { title } = state;
  return useMemo(() => {
    const first = visits?.[0];
    if (!visits || !first) return NONE;
    const frozen = (
      <div className="pt-2">
        <FrozenTrunk title={title} question={question} onRead={() => read(TRUNK)} />
      </div>
    );
    return [
      { id: 'trunk.frozen', seq: first.enteredSeq, content: frozen },
      ...visits.map((visit, index) => ({
        id: lineOf(visit),
        seq: visit.enteredSeq,
        content: <ForkLine at={visit.enteredAt} isAgain={index > 0} />,
      })),
    ];
  }, [visits, title, question, read]);
}
