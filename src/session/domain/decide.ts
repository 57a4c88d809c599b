import { refuse } from '#kernel/refusal.ts';

import type { ModeId, SessionState } from '../protocol.ts';
import type { Command } from './command.ts';
import { createGround, decided, type DecisionContext, over } from './deciding/decision-context.ts';
import { createLeaving } from './deciding/leaving.ts';
import { createReplies } from './deciding/replies.ts';
import { createReports } from './deciding/reports.ts';
import { createSpeaking } from './deciding/speaking.ts';
import type { EventBody, SaidHidden } from './event.ts';
import type { Fold } from './fold.ts';
import type { Decision, ModeDomains } from './mode.ts';
import { nextPreparation } from './next-preparation.ts';
import { turnToStop } from './turn-to-stop.ts';

export type Decide = (session: SessionState, command: Command, context: DecisionContext) => Decision;

/** What each command does to a session. Pure: the same state, command and context give the same events. */
export function createDecide(modes: ModeDomains, fold: Fold): Decide {
  const ground = createGround(modes, fold);
  const { situationOf, after } = ground;
  const replies = createReplies(ground);
  const { interrupt, completeReply, withReplyAtOnce } = replies;
  const { leaveTop, leaveAll, endAfter } = createLeaving(ground, replies);
  const { say, retry, goOn, resume } = createSpeaking(ground, replies);
  const { recordPreparation, recordObservation } = createReports(ground, replies);

  return function decide(session, command, context) {
    const decision = answer(session, command, context);
    if (!decision.ok || decision.events.length === 0) return decision;
    const events = withReplyAtOnce(session, decision.events, context);
    const isSeen = context.replyText !== '' && session.turn !== null;
    return { ...decision, events: isSeen ? events.map(withSawReply) : events };
  };

  /** The mode on top first, then those below it, then whatever else has begun in this session. */
  function answerOfModes(
    session: SessionState,
    command: Extract<Command, { session: string }>,
    context: DecisionContext,
  ): Decision | undefined {
    const active = session.stack.toReversed().map(({ mode }) => mode);
    for (const mode of new Set([...active, ...(Object.keys(session.modes) as ModeId[])])) {
      const own = modes[mode]?.decide?.(situationOf(session, mode, context), command);
      if (!own) continue;
      if (!own.ok || own.follows === undefined) return own;
      if (own.follows === 'end-session') return endAfter(session, own.events, context);
      const left = leaveTop(after(session, own.events, context), context, { returns: true });
      return { ...own, events: [...own.events, ...left] };
    }
    return undefined;
  }

  function answer(session: SessionState, command: Command, context: DecisionContext): Decision {
    const { turn } = session;
    if (isFromClient(command)) {
      const own = answerOfModes(session, command, context);
      if (own) return own;
    }
    switch (command.type) {
      case 'user_message':
        return say(session, command);
      case 'stop_reply': {
        const stopped = turnToStop(session);
        if (!stopped) return refuse('nothing-to-stop', 'No reply is under way.');
        return decided(interrupt(session, stopped, context));
      }
      case 'retry_reply':
        return retry(session, context);
      case 'continue_reply':
        return goOn(session, context);
      case 'resume_session':
        return resume(session, context);
      case 'leave_session':
        return decided(session.status === 'open' ? [{ type: 'session_paused' }] : []);
      case 'end_session':
        return session.status === 'complete' ? over() : endAfter(session, [], context);
      case 'pause_idle':
        if (session.status !== 'open' || session.turn || session.updatedAt > command.idleSince) return decided([]);
        return decided([{ type: 'session_paused' }]);
      case 'end_idle':
        // What was not read yet is read first: that is something that happens, so the end comes later.
        if (session.status === 'complete' || session.updatedAt > command.idleSince) return decided([]);
        if (nextPreparation(session, modes)) return decided([]);
        return endAfter(session, [], context);
      case 'record_preparation':
        return recordPreparation(session, command, context);
      case 'record_observation':
        return recordObservation(session, command, context);
      case 'leave_for_end':
        return decided(leaveAll(session, context));
      case 'complete_reply':
        return completeReply(session, command, context);
      case 'interrupt_reply':
        if (!turn || turn.messageId !== command.replyTo) return refuse('stale', 'This reply is over already.');
        return decided(interrupt(session, turn, { ...context, how: command }));
      case 'change_title':
        return decided(command.title === session.title ? [] : [{ type: 'title_changed', title: command.title }]);
      default:
        // What is a mode's own, in a session or at a moment in which that mode does not answer it.
        return refuse('not-here', 'There is nothing here that this could apply to.');
    }
  }
}

/** Chunks are not part of the log: whether any had been shown is kept with what is said meanwhile. */
function withSawReply(body: EventBody): EventBody {
  return body.type === 'user_message' ? { ...body, hidden: { sawReply: true } satisfies SaidHidden } : body;
}

function isFromClient(command: Command): command is Extract<Command, { session: string }> {
  return 'session' in command;
}
