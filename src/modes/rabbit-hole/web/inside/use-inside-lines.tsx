import { useMemo } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';
import type { TranscriptLine } from '#session/web/transcript/rows/rows.ts';

import { rabbitholesOf } from '../use-rabbithole.ts';
import { lineOf } from '../visits/line-id.ts';
import { ForkLine } from './fork-line.tsx';
import { FrozenTrunk } from './frozen-trunk.tsx';
import { lastQuestion } from './last-question.ts';

const NONE: readonly TranscriptLine[] = [];

/** What stands above what is said in a hole: the trunk as it waits, and where one turned off each time. */
export function useInsideLines(
  { state, older, streaming }: OpenSession,
  read: (thread: string) => void,
): readonly TranscriptLine[] {
  const { openId, holes } = rabbitholesOf(state);
  const visits = holes.find(({ id }) => id === openId)?.visits;
  const question = useMemo(() => {
    const isReply = ({ thread, author }: { thread: string; author: string }) =>
      thread === TRUNK && author === 'assistant';
    const last = state.messages.findLast(isReply) ?? older.findLast(isReply);
    if (!last) return '';
    // One that was under way finishes, and is not quoted in the middle of a sentence.
    return last.id === streaming?.messageId ? '' : lastQuestion(last.content);
  }, [state.messages, older, streaming?.messageId]);
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
