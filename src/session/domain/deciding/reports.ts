import type { SessionState } from '../../protocol.ts';
import type { Command } from '../command.ts';
import type { Decision } from '../mode.ts';
import { decided, type DecisionContext, type Ground, over } from './decision-context.ts';
import { earlierTry, insteadOf, type Replies } from './replies.ts';

/** What the work on a message came to. */
export function createReports({ modes, situationOf, after }: Ground, { startReply }: Replies) {
  return { recordPreparation, recordObservation };

  function recordPreparation(
    session: SessionState,
    report: Extract<Command, { type: 'record_preparation' }>,
    context: DecisionContext,
  ): Decision {
    if (session.status === 'complete') return over();
    const { messageId, mode, result } = report;
    const found = modes[mode]?.prepared?.(situationOf(session, mode, context), messageId, result) ?? [];
    const { turn } = session;
    if (turn?.messageId !== messageId || turn.mode !== mode || turn.replyId !== null) return decided(found);
    const prepared = after(session, found, context);
    const before = earlierTry(session, messageId);
    const again = before && insteadOf(before);
    return decided([
      ...found,
      startReply(prepared, context, { mode, thread: turn.thread, replyTo: messageId, ...again }),
    ]);
  }

  function recordObservation(
    session: SessionState,
    { messageId, mode, result }: Extract<Command, { type: 'record_observation' }>,
    context: DecisionContext,
  ): Decision {
    if (session.status === 'complete') return over();
    return decided(modes[mode]?.observed?.(situationOf(session, mode, context), messageId, result) ?? []);
  }
}
