import { refuse } from '#kernel/refusal.ts';

import type { SessionState } from '../../protocol.ts';
import type { Command, ModeReport } from '../command.ts';
import type { Decision } from '../mode.ts';
import { preparingMode } from '../next-preparation.ts';
import { isBranch } from '../thread.ts';
import { decided, type DecisionContext, foldAll, modeContext, modeNamed, sessionOver } from './decision-context.ts';
import { withFollowUp } from './leaving.ts';
import { interruptTurn, replyOf, startReply } from './replies.ts';

/** Records the result of preparing a message, and begins its reply if its turn is under way. */
export function recordPreparation(
  session: SessionState,
  { messageId, mode, result }: Extract<Command, { type: 'record_preparation' }>,
  context: DecisionContext,
): Decision {
  if (session.status === 'complete') return sessionOver();
  // It was edited meanwhile: what was found for the earlier version is of no use.
  if (session.messages.some(({ id, thread }) => id === messageId && isBranch(thread))) return decided([]);
  const prepare = modeNamed(context, mode)?.prepared;
  const found =
    typeof prepare === 'function' ? prepare(modeContext(session, mode, context), messageId, result as never) : [];
  const { turn } = session;
  const isItsTurn = turn?.messageId === messageId && preparingMode(session, context.modes, turn.mode) === mode;
  if (!isItsTurn || turn.replyId !== null) return decided(found);
  const prepared = foldAll(session, found, context);
  // No reply begins while the session ends.
  if (session.ending?.ends === 'session') return decided([...found, ...interruptTurn(prepared, turn, context)]);
  return decided([...found, startReply(prepared, context, replyOf(prepared, turn))]);
}

/** Lets the mode decide on what its server half reports. */
export function decideReport(session: SessionState, { mode, report }: ModeReport, context: DecisionContext): Decision {
  const domain = Object.hasOwn(session.modes, mode) ? modeNamed(context, mode) : undefined;
  if (session.status === 'complete' && !domain?.allows?.includes('reports-when-complete')) return sessionOver();
  const own = domain?.reported?.(modeContext(session, mode, context), report);
  if (!own) return refuse('not-here', 'This session takes no reports of that mode.');
  return withFollowUp(session, own, context);
}
