import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import { useConversation } from '#session/web/conversation/conversation-context.ts';
import { lastActionQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import type { RecallView } from '../../protocol.ts';

/** The answer that was given here last, which can be undone where it stands. */
export interface UndoableAnswer {
  /** The reply that asked. */
  readonly replyId: string;
  readonly undo: () => void;
}

interface SelfCheckAnswering {
  readonly answer: (isRecalled: boolean) => void;
  readonly undoable: UndoableAnswer | null;
}

/** Answers the self-check that stands, and offers to undo the answer beside it. */
export function useSelfCheck({ selfCheck }: RecallView): SelfCheckAnswering {
  const { ask, continueWriting } = useConversation();
  const queries = useQueryClient();
  const undo = useUndo();
  const [undoable, setUndoable] = useState<UndoableAnswer | null>(null);
  const { pointId, messageId: replyId } = selfCheck ?? {};
  const answer = useCallback(
    (isRecalled: boolean) => {
      if (pointId === undefined || replyId === undefined) return;
      continueWriting();
      const offerUndo = async () => {
        const last = await queries.fetchQuery(lastActionQuery);
        if (last?.kind === 'self-check-answered') setUndoable({ replyId, undo: () => undo(last.id) });
      };
      ask({ type: 'answer_self_check', pointId, isRecalled }, (isDone) => {
        if (isDone) offerUndo().catch(() => undefined);
      });
    },
    [pointId, replyId, ask, continueWriting, queries, undo],
  );
  return { answer, undoable };
}
