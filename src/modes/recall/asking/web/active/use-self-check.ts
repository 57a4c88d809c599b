import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { useConversation } from '#session/web/conversation/conversation-context.ts';
import { lastActionQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import type { RecallView } from '../../protocol.ts';

/** Answers the self-check that stands, and offers to undo the answer. */
export function useSelfCheck({ selfCheck }: RecallView): (isRecalled: boolean) => void {
  const { ask, continueWriting } = useConversation();
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const pointId = selfCheck?.pointId;
  return useCallback(
    (isRecalled) => {
      if (pointId === undefined) return;
      continueWriting();
      const offerUndo = async () => {
        const last = await queries.fetchQuery(lastActionQuery);
        const text = isRecalled ? 'Counted as recalled.' : 'Not counted. It comes back soon.';
        toast({ text, ...(last?.kind === 'self-check-answered' && { undo: () => undo(last.id) }) });
      };
      ask({ type: 'answer_self_check', pointId, isRecalled }, (isDone) => {
        if (isDone) offerUndo().catch(() => undefined);
      });
    },
    [pointId, ask, continueWriting, queries, toast, undo],
  );
}
