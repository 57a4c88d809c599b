import { useMemo } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import { lastQuestion } from './last-question.ts';

/** What the trunk waits at, as it is quoted; empty where nothing can be. */
export function useWaitingQuestion({ state, older, streaming }: OpenSession): string {
  return useMemo(() => {
    const isReply = ({ thread, author }: { thread: string; author: string }) =>
      thread === TRUNK && author === 'assistant';
    const last = state.messages.findLast(isReply) ?? older.findLast(isReply);
    if (!last) return '';
    // One that was under way finishes, and is not quoted in the middle of a sentence.
    return last.id === streaming?.messageId ? '' : lastQuestion(last.content);
  }, [state.messages, older, streaming?.messageId]);
}
