import { useMemo } from 'react';

import { lastSpoken } from '#session/domain/conversation-order.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import { lastQuestion } from './last-question.ts';

/** The trunk's pending question as a quote; may be empty. */
export function useWaitingQuestion({ state, older }: OpenSession): string {
  return useMemo(() => {
    const last = lastSpoken([...older, ...state.messages].filter(({ thread }) => thread === TRUNK));
    const isAsked = last?.author === 'assistant' && last.status === 'complete';
    return isAsked ? lastQuestion(last.content) : '';
  }, [state.messages, older]);
}
