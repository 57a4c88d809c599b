import { refuse } from '#kernel/refusal.ts';

import type { SessionState } from '../protocol.ts';
import { turnToStop } from './active-mode.ts';
import type { Command, ModeReport } from './command.ts';
import {
  decided,
  type DecisionContext,
  foldAll,
  modeContext,
  modeNamed,
  sessionOver,
} from './deciding/decision-context.ts';
import { editMessage } from './deciding/editing.ts';
import { endSession, finishEnding, requestEnd, withEnding, withFollowUp } from './deciding/leaving.ts';
import {
  completeReply,
  interruptTurn,
  replyOf,
  staleReply,
  startReply,
  withImmediateReply,
  withReplySetAside,
} from './deciding/replies.ts';
import { addUserMessage, continueReply, resumeSession, retryReply } from './deciding/speaking.ts';
import type { EventBody, SaidHidden } from './event.ts';
import type { Decision } from './mode.ts';
import { nextPreparation, preparingMode } from './next-preparation.ts';
import { isEmpty } from './parts.ts';
import { isBranch } from './thread.ts';

/**
 * Decides a command: its events, or why it is refused. Pure: the same state, command and context give the same events.
 */
export function decide(session: SessionState, command: Command, context: DecisionContext): Decision {
  const decision = decideCommand(session, command, context);
  if (!decision.ok || decision.events.length === 0) return decision;
  const entered = withReplySetAside(session, decision.events, context);
  const ended = withEnding(session, entered, context);
  const events = withImmediateReply(session, ended, context);
  const isSeen = !isEmpty(context.shown) && session.turn !== null;
  return { ...decision, events: isSeen ? events.map(withSawReply) : events };
}

function decideCommand(session: SessionState, command: Command, context: DecisionContext): Decision {
  const own = isFromClient(command) ? decideInModes(session, command, context) : undefined;
  if (own) return own;
  switch (command.type) {
    case 'user_message':
      return addUserMessage(session, command);
    case 'edit_message':
      return editMessage(session, command, context);
    case 'stop_reply': {
      const stopped = turnToStop(session);
      if (!stopped) return refuse('nothing-to-stop', 'No reply is under way.');
      return decided(interruptTurn(session, stopped, context));
    }
    case 'retry_reply':
      return retryReply(session, context);
    case 'continue_reply':
      return continueReply(session, context);
    case 'resume_session':
      return resumeSession(session, context);
    case 'leave_session':
      return decided(session.status === 'open' ? [{ type: 'session_paused' }] : []);
    case 'end_session':
      return session.status === 'complete' ? sessionOver() : requestEnd(session, [], context);
    case 'pause_idle':
      if (session.status !== 'open' || session.turn || session.updatedAt > command.idleSince) return decided([]);
      return decided([{ type: 'session_paused' }]);
    case 'end_idle':
      if (session.status === 'complete' || session.updatedAt > command.idleSince) return decided([]);
      // Preparing a message counts as activity, so a later sweep ends the session.
      if (nextPreparation(session, context.modes)) return decided([]);
      return decided(endSession(session, context));
    case 'record_preparation':
      return recordPreparation(session, command, context);
    case 'mode_report':
      return decideReport(session, command, context);
    case 'finish_ending':
      return finishEnding(session, context);
    case 'complete_reply':
      return completeReply(session, command, context);
    case 'interrupt_reply':
      if (session.turn?.messageId !== command.replyTo) return staleReply();
      return decided(interruptTurn(session, session.turn, { ...context, how: command }));
    case 'change_title':
      return decided(command.title === session.title ? [] : [{ type: 'title_changed', title: command.title }]);
    default:
      // A mode's own command, in a session or at a time in which that mode does not answer it.
      return refuse('not-here', 'There is nothing here that this could apply to.');
  }
}

type ClientCommand = Extract<Command, { session: string }>;

/** Asks the top mode first, then the modes below it, then the other modes of this session. */
function decideInModes(session: SessionState, command: ClientCommand, context: DecisionContext): Decision | undefined {
  const active = session.stack.toReversed().map(({ mode }) => mode);
  for (const mode of new Set([...active, ...Object.keys(session.modes)])) {
    const own = modeNamed(context, mode)?.decide?.(modeContext(session, mode, context), command);
    if (own) return withFollowUp(session, own, context);
  }
  return undefined;
}

/** Records in a message sent during a reply that part of the reply had been shown. Chunks are not part of the log. */
function withSawReply(body: EventBody): EventBody {
  return body.type === 'user_message' ? { ...body, hidden: { sawReply: true } satisfies SaidHidden } : body;
}

function isFromClient(command: Command): command is ClientCommand {
  return 'session' in command;
}

/** Records the result of preparing a message, and begins its reply if its turn is under way. */
function recordPreparation(
  session: SessionState,
  { messageId, mode, result }: Extract<Command, { type: 'record_preparation' }>,
  context: DecisionContext,
): Decision {
  if (session.status === 'complete') return sessionOver();
  // The message was edited meanwhile: the result for the earlier version is of no use.
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

/** Lets the mode decide on a report of its server half. */
function decideReport(session: SessionState, { mode, report }: ModeReport, context: DecisionContext): Decision {
  const domain = Object.hasOwn(session.modes, mode) ? modeNamed(context, mode) : undefined;
  if (session.status === 'complete' && !domain?.allows?.includes('reports-when-complete')) return sessionOver();
  const own = domain?.reported?.(modeContext(session, mode, context), report);
  if (!own) return refuse('not-here', 'This session takes no reports of that mode.');
  return withFollowUp(session, own, context);
}
