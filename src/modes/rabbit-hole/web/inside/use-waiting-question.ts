import { useMemo } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import { lastQuestion } from './last-question.ts';

/** The trunk's pending question as a quote; may be empty. */
export function useWaitingQuestion({ state, older, streaming }: OpenSession): string {
  return useMemo(() => {
    const isReply = ({ thread, author }: { thread: string; author: string }) =>
      thread === TRUNK && author === 'assistant';
    const last = state.messages.findLast(isReply) ?? older.findLast(isReply);
    if (!last) return '';
    // A reply under way finishes and is not quoted before.
    return last.id === streaming?.messageId ? '' : lastQuestion(last.content);
  }, [state.messages, older, streaming?.messageId]);
}
